import"./chunk-IOS4FEJ5.js";import"./chunk-JVHWUGXG.js";
