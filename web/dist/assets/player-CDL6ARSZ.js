import{J as r,m as e}from"./chunk-XGUABISD.js";function a({player:l}){return e(r,{title:"Player",children:e("h1",{children:"Player"})})}export{a as default};
