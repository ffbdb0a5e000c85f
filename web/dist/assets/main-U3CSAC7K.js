import"./chunk-4AOIT2UX.js";import"./chunk-JVHWUGXG.js";
