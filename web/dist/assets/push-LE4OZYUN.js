import{a as o,b as r,c as m,d as p}from"./chunk-HVHZMGXV.js";import"./chunk-CEV3E2LB.js";import"./chunk-JVHWUGXG.js";export{p as forgetOthers,o as pushState,r as subscribe,m as unsubscribe};
