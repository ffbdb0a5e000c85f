import"./chunk-5U6UFDN4.js";import"./chunk-JVHWUGXG.js";
