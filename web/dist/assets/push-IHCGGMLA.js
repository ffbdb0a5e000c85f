import{a as o,b as r,c as m,d as p}from"./chunk-6C5YHCOM.js";import"./chunk-QTEL4R52.js";import"./chunk-JVHWUGXG.js";export{p as forgetOthers,o as pushState,r as subscribe,m as unsubscribe};
