import{a,b,c}from"./chunk-6A4EVF5Y.js";import"./chunk-ADOJCDZE.js";import"./chunk-JVHWUGXG.js";export{a as pushState,b as subscribe,c as unsubscribe};
