import{I as t,l as e}from"./chunk-DBZBGMON.js";function a({game:g}){return e(t,{title:"Rules",children:e("h1",{children:"Rules"})})}export{a as default};
