import"./chunk-N4NB6XVM.js";import"./chunk-JVHWUGXG.js";
