import{J as i,m as n}from"./chunk-XGUABISD.js";function g(){return n(i,{title:"Sign in",children:n("h1",{children:"Sign in"})})}export{g as default};
