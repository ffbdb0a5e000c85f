import{K as a,m as e}from"./chunk-Z634EQTY.js";function l(){return e(a,{title:"Tables",children:e("h1",{children:"Tables"})})}export{l as default};
