import{a as o,b as r,c as m,d as p}from"./chunk-WSQV3L5W.js";import"./chunk-M3TDB56M.js";import"./chunk-JVHWUGXG.js";export{p as forgetOthers,o as pushState,r as subscribe,m as unsubscribe};
