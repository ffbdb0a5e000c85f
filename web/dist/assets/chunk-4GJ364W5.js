import{z as r}from"./chunk-IETD64GM.js";var o=r({en:{orders:"Standing orders"},ru:{orders:"Распоряжения"},fr:{orders:"Consignes"}});export{o as a};
