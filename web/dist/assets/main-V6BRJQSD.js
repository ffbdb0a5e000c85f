import"./chunk-VLE5Z54Y.js";import"./chunk-JVHWUGXG.js";
