import{a as o,b as r,c as m,d as p}from"./chunk-7FQGGUYS.js";import"./chunk-N4NB6XVM.js";import"./chunk-JVHWUGXG.js";export{p as forgetOthers,o as pushState,r as subscribe,m as unsubscribe};
