import{K as o,m as t}from"./chunk-Z634EQTY.js";function i({code:n}){return t(o,{title:"Invitation",children:t("h1",{children:"Invitation"})})}export{i as default};
