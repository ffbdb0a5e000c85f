import{E as t,j as e}from"./chunk-ZM6OABTY.js";function a({game:g}){return e(t,{title:"Rules",children:e("h1",{children:"Rules"})})}export{a as default};
