import{K as t,m as e}from"./chunk-Z634EQTY.js";function a({game:g}){return e(t,{title:"Rules",children:e("h1",{children:"Rules"})})}export{a as default};
