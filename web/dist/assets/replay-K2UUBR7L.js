import{K as t,m as e}from"./chunk-Z634EQTY.js";function a({id:i}){return e(t,{title:"Replay",children:e("h1",{children:"Replay"})})}export{a as default};
