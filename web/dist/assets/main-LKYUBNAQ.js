import"./chunk-SQCHNT2J.js";import"./chunk-JVHWUGXG.js";
