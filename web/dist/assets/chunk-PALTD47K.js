function l({ruleset:e},{side:i,draw_pile:t}){return e==="flip"||i==="D"||t.top_back!==null}export{l as a};
