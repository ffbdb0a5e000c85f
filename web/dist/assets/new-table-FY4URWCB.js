import{j as e,v as t}from"./chunk-EFR7OD7J.js";function a(){return e(t,{title:"New table",children:e("h1",{children:"New table"})})}export{a as default};
