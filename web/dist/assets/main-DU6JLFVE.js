import"./chunk-FNLQ6F6S.js";import"./chunk-JVHWUGXG.js";
