import"./chunk-M3TDB56M.js";import"./chunk-JVHWUGXG.js";
