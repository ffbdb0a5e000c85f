import{j as e,v as a}from"./chunk-EFR7OD7J.js";function l(){return e(a,{title:"Replays",children:e("h1",{children:"Replays"})})}export{l as default};
