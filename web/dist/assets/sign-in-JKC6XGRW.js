import{j as n,v as i}from"./chunk-EFR7OD7J.js";function g(){return n(i,{title:"Sign in",children:n("h1",{children:"Sign in"})})}export{g as default};
