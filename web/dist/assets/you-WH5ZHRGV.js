import{I as e,l as o}from"./chunk-DBZBGMON.js";function t({page:g}){return o(e,{title:"You",children:o("h1",{children:"You"})})}export{t as default};
