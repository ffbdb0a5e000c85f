import{a as o,b as r,c as m,d as p}from"./chunk-WMI22K3I.js";import"./chunk-WWFWTCX4.js";import"./chunk-JVHWUGXG.js";export{p as forgetOthers,o as pushState,r as subscribe,m as unsubscribe};
