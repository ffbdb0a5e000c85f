import{a as o,b as r,c as m,d as p}from"./chunk-6SNIHYVT.js";import"./chunk-35END3MS.js";import"./chunk-JVHWUGXG.js";export{p as forgetOthers,o as pushState,r as subscribe,m as unsubscribe};
