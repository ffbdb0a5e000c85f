import{K as i,m as n}from"./chunk-Z634EQTY.js";function g(){return n(i,{title:"Sign in",children:n("h1",{children:"Sign in"})})}export{g as default};
