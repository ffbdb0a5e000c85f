import"./chunk-V7P6GYJX.js";import"./chunk-JVHWUGXG.js";
