import{i as o,u as n}from"./chunk-RW3LT5D7.js";function t(){return o(n,{title:"Inbox",children:o("h1",{children:"Inbox"})})}export{t as default};
