import"./chunk-IETD64GM.js";import"./chunk-JVHWUGXG.js";
