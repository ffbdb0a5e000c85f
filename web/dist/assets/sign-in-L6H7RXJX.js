import{i as n,u as i}from"./chunk-RW3LT5D7.js";function g(){return n(i,{title:"Sign in",children:n("h1",{children:"Sign in"})})}export{g as default};
