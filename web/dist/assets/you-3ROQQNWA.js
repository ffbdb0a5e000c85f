import{j as o,v as e}from"./chunk-EFR7OD7J.js";function t({page:g}){return o(e,{title:"You",children:o("h1",{children:"You"})})}export{t as default};
