import{w as i,x as r}from"./chunk-RNH3XPDW.js";async function t(e){await r(`verified:${e}`,!0)}async function n(e){return await i(`verified:${e}`)??!1}export{t as a,n as b};
