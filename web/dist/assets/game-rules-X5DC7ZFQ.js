import{j as e,v as t}from"./chunk-EFR7OD7J.js";function a({game:g}){return e(t,{title:"Rules",children:e("h1",{children:"Rules"})})}export{a as default};
