import{l as e}from"./chunk-F6TVCRQG.js";function s({refusal:l}){return e("p",{class:"refusal",role:"alert",children:[e("strong",{children:l.title})," ",l.detail]})}export{s as a};
