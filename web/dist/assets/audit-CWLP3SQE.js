import{K as i,m as t}from"./chunk-Z634EQTY.js";function d({id:u}){return t(i,{title:"Audit",children:t("h1",{children:"Audit"})})}export{d as default};
