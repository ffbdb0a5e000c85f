import"./chunk-QTEL4R52.js";import"./chunk-JVHWUGXG.js";
