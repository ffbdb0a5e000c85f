import{a,b,c}from"./chunk-5KBJFGP6.js";import"./chunk-RNH3XPDW.js";import"./chunk-JVHWUGXG.js";export{a as pushState,b as subscribe,c as unsubscribe};
