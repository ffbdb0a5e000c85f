import{E as t,j as e}from"./chunk-ZM6OABTY.js";function a({id:i}){return e(t,{title:"Replay",children:e("h1",{children:"Replay"})})}export{a as default};
