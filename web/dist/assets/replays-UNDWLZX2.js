import{K as a,m as e}from"./chunk-Z634EQTY.js";function l(){return e(a,{title:"Replays",children:e("h1",{children:"Replays"})})}export{l as default};
