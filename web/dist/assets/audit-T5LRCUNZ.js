import{j as t,v as i}from"./chunk-EFR7OD7J.js";function d({id:u}){return t(i,{title:"Audit",children:t("h1",{children:"Audit"})})}export{d as default};
