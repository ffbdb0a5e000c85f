import{E as e,j as o}from"./chunk-ZM6OABTY.js";function t({page:g}){return o(e,{title:"You",children:o("h1",{children:"You"})})}export{t as default};
