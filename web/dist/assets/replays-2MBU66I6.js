import{J as a,m as e}from"./chunk-XGUABISD.js";function l(){return e(a,{title:"Replays",children:e("h1",{children:"Replays"})})}export{l as default};
