import{I as t,l as e}from"./chunk-DBZBGMON.js";function a({id:i}){return e(t,{title:"Replay",children:e("h1",{children:"Replay"})})}export{a as default};
