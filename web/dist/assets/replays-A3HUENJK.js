import{I as a,l as e}from"./chunk-DBZBGMON.js";function l(){return e(a,{title:"Replays",children:e("h1",{children:"Replays"})})}export{l as default};
