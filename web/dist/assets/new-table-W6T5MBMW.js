import{E as t,j as e}from"./chunk-ZM6OABTY.js";function a(){return e(t,{title:"New table",children:e("h1",{children:"New table"})})}export{a as default};
