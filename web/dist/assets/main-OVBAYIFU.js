import"./chunk-WWFWTCX4.js";import"./chunk-JVHWUGXG.js";
