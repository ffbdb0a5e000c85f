import{I as i,l as t}from"./chunk-DBZBGMON.js";function d({id:u}){return t(i,{title:"Audit",children:t("h1",{children:"Audit"})})}export{d as default};
