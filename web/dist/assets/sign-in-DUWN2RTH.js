import{E as i,j as n}from"./chunk-ZM6OABTY.js";function g(){return n(i,{title:"Sign in",children:n("h1",{children:"Sign in"})})}export{g as default};
