import{aa as a,o as e}from"./chunk-2V646SZO.js";function l(){return e(a,{title:"Replays",children:e("h1",{children:"Replays"})})}export{l as default};
