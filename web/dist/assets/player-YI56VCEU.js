import{i as e,u as r}from"./chunk-RW3LT5D7.js";function a({player:l}){return e(r,{title:"Player",children:e("h1",{children:"Player"})})}export{a as default};
