import{J as t,m as e}from"./chunk-XGUABISD.js";function a({id:i}){return e(t,{title:"Replay",children:e("h1",{children:"Replay"})})}export{a as default};
