-- One request of a budget that refills evenly: the generic cell rate algorithm.
-- KEYS: the moment at which the budget would be whole again (microseconds). ARGV: requests, window (microseconds).
-- Answers: taken or not, what is left, and the microseconds until the budget is whole again if anything is left, else
-- until the next request is taken.
local clock = redis.call('TIME')
local now = clock[1] * 1000000 + clock[2]
local window = tonumber(ARGV[2])
local step = math.floor(window / ARGV[1])
local whole = tonumber(redis.call('GET', KEYS[1])) or now
-- Later than a whole window cannot be: the clock was ahead when this was noted, and has been put right.
if whole > now + window then whole = now end
whole = math.max(whole, now) + step
if whole - now > window then
  return {0, 0, whole - now - window}
end
redis.call('SET', KEYS[1], string.format('%.0f', whole), 'PX', math.ceil((whole - now) / 1000))
local left = math.floor((window - whole + now) / step)
return {1, left, left > 0 and whole - now or whole + step - now - window}
