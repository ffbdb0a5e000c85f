import{I as n,l as o}from"./chunk-DBZBGMON.js";function t(){return o(n,{title:"Inbox",children:o("h1",{children:"Inbox"})})}export{t as default};
