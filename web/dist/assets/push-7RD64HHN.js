import{a as o,b as r,c as m,d as p}from"./chunk-M6BVO4A7.js";import"./chunk-JGX52JEI.js";import"./chunk-JVHWUGXG.js";export{p as forgetOthers,o as pushState,r as subscribe,m as unsubscribe};
