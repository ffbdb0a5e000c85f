import{D as i,E as r}from"./chunk-VLE5Z54Y.js";async function t(e){await r(`verified:${e}`,!0)}async function n(e){return await i(`verified:${e}`)??!1}export{t as a,n as b};
