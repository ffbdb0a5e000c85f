import{J as e}from"./chunk-4AOIT2UX.js";var r=["heads","round","verified"];function t(n,o){return`${n}:${o}`}async function s(){await e(...r.map(n=>t(n,"")))}export{t as a,s as b};
