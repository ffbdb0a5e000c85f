import"./chunk-ON26MJPP.js";import"./chunk-JVHWUGXG.js";
