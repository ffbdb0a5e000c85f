import{a as o,b as r,c as m,d as p}from"./chunk-HS6ZSML5.js";import"./chunk-SQCHNT2J.js";import"./chunk-JVHWUGXG.js";export{p as forgetOthers,o as pushState,r as subscribe,m as unsubscribe};
