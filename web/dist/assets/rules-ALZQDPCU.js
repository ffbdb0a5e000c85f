import{i as e,u as t}from"./chunk-RW3LT5D7.js";function l({ruleset:u}){return e(t,{title:"Rules",children:e("h1",{children:"Rules"})})}export{l as default};
