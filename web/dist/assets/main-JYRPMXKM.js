import"./chunk-WD4BTJQ3.js";import"./chunk-JVHWUGXG.js";
