import"./chunk-RLWNTKL2.js";import"./chunk-JVHWUGXG.js";
