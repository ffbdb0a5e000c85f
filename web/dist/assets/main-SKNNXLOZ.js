import"./chunk-CEV3E2LB.js";import"./chunk-JVHWUGXG.js";
