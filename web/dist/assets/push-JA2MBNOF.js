import{a as o,b as r,c as m,d as p}from"./chunk-O4UU243M.js";import"./chunk-Y3ET3BJI.js";import"./chunk-JVHWUGXG.js";export{p as forgetOthers,o as pushState,r as subscribe,m as unsubscribe};
