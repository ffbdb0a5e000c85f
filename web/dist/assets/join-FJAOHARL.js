import{E as o,j as t}from"./chunk-ZM6OABTY.js";function i({code:n}){return t(o,{title:"Invitation",children:t("h1",{children:"Invitation"})})}export{i as default};
