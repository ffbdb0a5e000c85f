import"./chunk-OOVCZUZH.js";import"./chunk-JVHWUGXG.js";
