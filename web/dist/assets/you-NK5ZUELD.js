import{K as e,m as o}from"./chunk-Z634EQTY.js";function t({page:g}){return o(e,{title:"You",children:o("h1",{children:"You"})})}export{t as default};
