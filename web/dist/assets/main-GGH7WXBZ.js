import"./chunk-DT3M5YBE.js";import"./chunk-JVHWUGXG.js";
