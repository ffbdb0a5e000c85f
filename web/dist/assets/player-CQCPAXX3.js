import{j as e,v as r}from"./chunk-EFR7OD7J.js";function a({player:l}){return e(r,{title:"Player",children:e("h1",{children:"Player"})})}export{a as default};
