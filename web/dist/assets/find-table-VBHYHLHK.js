import{i as e,u as a}from"./chunk-RW3LT5D7.js";function l(){return e(a,{title:"Tables",children:e("h1",{children:"Tables"})})}export{l as default};
