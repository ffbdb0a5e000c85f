import{H as t,l as e}from"./chunk-F6TVCRQG.js";function a({id:i}){return e(t,{title:"Replay",children:e("h1",{children:"Replay"})})}export{a as default};
