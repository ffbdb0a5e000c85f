import{I as o,l as t}from"./chunk-DBZBGMON.js";function i({code:n}){return t(o,{title:"Invitation",children:t("h1",{children:"Invitation"})})}export{i as default};
