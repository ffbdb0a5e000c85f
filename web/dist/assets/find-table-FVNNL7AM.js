import{I as a,l as e}from"./chunk-DBZBGMON.js";function l(){return e(a,{title:"Tables",children:e("h1",{children:"Tables"})})}export{l as default};
