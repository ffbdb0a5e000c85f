import{E as n,j as o}from"./chunk-ZM6OABTY.js";function t(){return o(n,{title:"Inbox",children:o("h1",{children:"Inbox"})})}export{t as default};
