import{I as e}from"./chunk-M3TDB56M.js";var r=["heads","round","verified"];function t(n,o){return`${n}:${o}`}async function s(){await e(...r.map(n=>t(n,"")))}export{t as a,s as b};
