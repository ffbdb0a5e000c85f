import"./chunk-JGX52JEI.js";import"./chunk-JVHWUGXG.js";
