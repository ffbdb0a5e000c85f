import{a as o,b as r,c as m,d as p}from"./chunk-PI6IP5XP.js";import"./chunk-FNLQ6F6S.js";import"./chunk-JVHWUGXG.js";export{p as forgetOthers,o as pushState,r as subscribe,m as unsubscribe};
