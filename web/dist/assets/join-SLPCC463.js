import{i as t,u as o}from"./chunk-RW3LT5D7.js";function i({code:n}){return t(o,{title:"Invitation",children:t("h1",{children:"Invitation"})})}export{i as default};
