import{E as r,j as e}from"./chunk-ZM6OABTY.js";function a({player:l}){return e(r,{title:"Player",children:e("h1",{children:"Player"})})}export{a as default};
