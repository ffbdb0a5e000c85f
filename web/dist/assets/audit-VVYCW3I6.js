import{J as i,m as t}from"./chunk-XGUABISD.js";function d({id:u}){return t(i,{title:"Audit",children:t("h1",{children:"Audit"})})}export{d as default};
