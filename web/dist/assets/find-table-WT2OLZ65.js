import{j as e,v as a}from"./chunk-EFR7OD7J.js";function l(){return e(a,{title:"Tables",children:e("h1",{children:"Tables"})})}export{l as default};
