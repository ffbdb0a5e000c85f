import{a as o,b as r,c as m,d as p}from"./chunk-WVJWVFM3.js";import"./chunk-OOVCZUZH.js";import"./chunk-JVHWUGXG.js";export{p as forgetOthers,o as pushState,r as subscribe,m as unsubscribe};
