import{i as e,u as t}from"./chunk-RW3LT5D7.js";function a(){return e(t,{title:"New table",children:e("h1",{children:"New table"})})}export{a as default};
