import{a as o,b as r,c as m,d as p}from"./chunk-5F5GFLDH.js";import"./chunk-IOS4FEJ5.js";import"./chunk-JVHWUGXG.js";export{p as forgetOthers,o as pushState,r as subscribe,m as unsubscribe};
