import{E as a,j as e}from"./chunk-ZM6OABTY.js";function l(){return e(a,{title:"Replays",children:e("h1",{children:"Replays"})})}export{l as default};
