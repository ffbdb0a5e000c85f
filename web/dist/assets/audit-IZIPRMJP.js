import{E as i,j as t}from"./chunk-ZM6OABTY.js";function d({id:u}){return t(i,{title:"Audit",children:t("h1",{children:"Audit"})})}export{d as default};
