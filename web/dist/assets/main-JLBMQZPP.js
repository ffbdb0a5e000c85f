import"./chunk-35END3MS.js";import"./chunk-JVHWUGXG.js";
