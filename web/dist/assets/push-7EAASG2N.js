import{a as o,b as r,c as m,d as p}from"./chunk-AAA2GGGI.js";import"./chunk-DT3M5YBE.js";import"./chunk-JVHWUGXG.js";export{p as forgetOthers,o as pushState,r as subscribe,m as unsubscribe};
