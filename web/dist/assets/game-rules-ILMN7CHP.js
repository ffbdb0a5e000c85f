import{J as t,m as e}from"./chunk-XGUABISD.js";function a({game:g}){return e(t,{title:"Rules",children:e("h1",{children:"Rules"})})}export{a as default};
