import{i as e,u as a}from"./chunk-RW3LT5D7.js";function l(){return e(a,{title:"Replays",children:e("h1",{children:"Replays"})})}export{l as default};
