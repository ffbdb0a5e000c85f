import{aa as i,o as t}from"./chunk-2V646SZO.js";function d({id:u}){return t(i,{title:"Audit",children:t("h1",{children:"Audit"})})}export{d as default};
