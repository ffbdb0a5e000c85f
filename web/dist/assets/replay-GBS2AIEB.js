import{j as e,v as t}from"./chunk-EFR7OD7J.js";function a({id:i}){return e(t,{title:"Replay",children:e("h1",{children:"Replay"})})}export{a as default};
