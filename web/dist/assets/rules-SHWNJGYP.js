import{j as e,v as t}from"./chunk-EFR7OD7J.js";function l({ruleset:u}){return e(t,{title:"Rules",children:e("h1",{children:"Rules"})})}export{l as default};
