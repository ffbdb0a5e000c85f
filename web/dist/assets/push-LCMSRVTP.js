import{a as o,b as r,c as m,d as p}from"./chunk-SZQ5PTBR.js";import"./chunk-4AOIT2UX.js";import"./chunk-JVHWUGXG.js";export{p as forgetOthers,o as pushState,r as subscribe,m as unsubscribe};
