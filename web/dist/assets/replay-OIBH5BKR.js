import{aa as t,o as e}from"./chunk-2V646SZO.js";function a({id:i}){return e(t,{title:"Replay",children:e("h1",{children:"Replay"})})}export{a as default};
