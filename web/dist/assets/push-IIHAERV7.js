import{a as o,b as r,c as m,d as p}from"./chunk-RB74PSCZ.js";import"./chunk-IETD64GM.js";import"./chunk-JVHWUGXG.js";export{p as forgetOthers,o as pushState,r as subscribe,m as unsubscribe};
