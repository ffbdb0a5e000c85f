import{J as e}from"./chunk-IETD64GM.js";var r=["heads","round","verified"];function t(n,o){return`${n}:${o}`}async function s(){await e(...r.map(n=>t(n,"")))}export{t as a,s as b};
