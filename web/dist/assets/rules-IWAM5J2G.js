import{J as t,m as e}from"./chunk-XGUABISD.js";function l({ruleset:u}){return e(t,{title:"Rules",children:e("h1",{children:"Rules"})})}export{l as default};
