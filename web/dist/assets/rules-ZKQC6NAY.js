import{I as t,l as e}from"./chunk-DBZBGMON.js";function l({ruleset:u}){return e(t,{title:"Rules",children:e("h1",{children:"Rules"})})}export{l as default};
