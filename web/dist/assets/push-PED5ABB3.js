import{a as o,b as r,c as m,d as p}from"./chunk-HEGW4SH2.js";import"./chunk-5U6UFDN4.js";import"./chunk-JVHWUGXG.js";export{p as forgetOthers,o as pushState,r as subscribe,m as unsubscribe};
