import{K as r,m as e}from"./chunk-Z634EQTY.js";function a({player:l}){return e(r,{title:"Player",children:e("h1",{children:"Player"})})}export{a as default};
