import{i as e,u as t}from"./chunk-RW3LT5D7.js";function a({id:i}){return e(t,{title:"Replay",children:e("h1",{children:"Replay"})})}export{a as default};
