import{i as o,u as e}from"./chunk-RW3LT5D7.js";function t({page:g}){return o(e,{title:"You",children:o("h1",{children:"You"})})}export{t as default};
