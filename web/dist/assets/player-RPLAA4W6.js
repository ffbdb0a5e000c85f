import{H as r,l as e}from"./chunk-F6TVCRQG.js";function a({player:l}){return e(r,{title:"Player",children:e("h1",{children:"Player"})})}export{a as default};
