import{J as e,m as o}from"./chunk-XGUABISD.js";function t({page:g}){return o(e,{title:"You",children:o("h1",{children:"You"})})}export{t as default};
