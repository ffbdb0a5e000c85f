import{K as t,m as e}from"./chunk-Z634EQTY.js";function l({ruleset:u}){return e(t,{title:"Rules",children:e("h1",{children:"Rules"})})}export{l as default};
