import{K as n,m as o}from"./chunk-Z634EQTY.js";function t(){return o(n,{title:"Inbox",children:o("h1",{children:"Inbox"})})}export{t as default};
