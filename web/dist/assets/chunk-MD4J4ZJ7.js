import{o as e}from"./chunk-2V646SZO.js";function s({refusal:l}){return e("p",{class:"refusal",role:"alert",children:[e("strong",{children:l.title})," ",l.detail]})}export{s as a};
