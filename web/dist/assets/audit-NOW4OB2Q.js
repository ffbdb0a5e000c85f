import{H as i,l as t}from"./chunk-F6TVCRQG.js";function d({id:u}){return t(i,{title:"Audit",children:t("h1",{children:"Audit"})})}export{d as default};
