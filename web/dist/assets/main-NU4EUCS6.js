import"./chunk-Y3ET3BJI.js";import"./chunk-JVHWUGXG.js";
