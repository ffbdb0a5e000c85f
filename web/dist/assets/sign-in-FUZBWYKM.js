import{I as i,l as n}from"./chunk-DBZBGMON.js";function g(){return n(i,{title:"Sign in",children:n("h1",{children:"Sign in"})})}export{g as default};
