import{a as o,b as r,c as m,d as p}from"./chunk-4IMTWWKZ.js";import"./chunk-V7P6GYJX.js";import"./chunk-JVHWUGXG.js";export{p as forgetOthers,o as pushState,r as subscribe,m as unsubscribe};
