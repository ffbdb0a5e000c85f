import{i as e,u as t}from"./chunk-RW3LT5D7.js";function a({game:g}){return e(t,{title:"Rules",children:e("h1",{children:"Rules"})})}export{a as default};
