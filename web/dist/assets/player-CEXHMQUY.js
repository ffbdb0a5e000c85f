import{I as r,l as e}from"./chunk-DBZBGMON.js";function a({player:l}){return e(r,{title:"Player",children:e("h1",{children:"Player"})})}export{a as default};
