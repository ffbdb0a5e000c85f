import{E as t,j as e}from"./chunk-ZM6OABTY.js";function l({ruleset:u}){return e(t,{title:"Rules",children:e("h1",{children:"Rules"})})}export{l as default};
