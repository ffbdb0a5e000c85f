import{E as a,j as e}from"./chunk-ZM6OABTY.js";function l(){return e(a,{title:"Tables",children:e("h1",{children:"Tables"})})}export{l as default};
