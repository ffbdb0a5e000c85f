import{j as t,v as o}from"./chunk-EFR7OD7J.js";function i({code:n}){return t(o,{title:"Invitation",children:t("h1",{children:"Invitation"})})}export{i as default};
