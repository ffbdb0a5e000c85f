import{i as t,u as i}from"./chunk-RW3LT5D7.js";function d({id:u}){return t(i,{title:"Audit",children:t("h1",{children:"Audit"})})}export{d as default};
