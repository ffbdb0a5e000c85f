import{j as o,v as n}from"./chunk-EFR7OD7J.js";function t(){return o(n,{title:"Inbox",children:o("h1",{children:"Inbox"})})}export{t as default};
