import{a,b,c}from"./chunk-3GVFGK5Z.js";import"./chunk-JGMPSYY6.js";import"./chunk-JVHWUGXG.js";export{a as pushState,b as subscribe,c as unsubscribe};
