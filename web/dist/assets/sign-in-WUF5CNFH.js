import{H as i,l as n}from"./chunk-F6TVCRQG.js";function g(){return n(i,{title:"Sign in",children:n("h1",{children:"Sign in"})})}export{g as default};
