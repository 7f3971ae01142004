-- Closures, higher-order functions, variable arguments, goto.

local function compose(...)
  local functions = { ... }
  return function(...)
    local values = table.pack(...)
    for _, f in ipairs(functions) do
      values = table.pack(f(table.unpack(values, 1, values.n)))
    end
    return table.unpack(values, 1, values.n)
  end
end

local function range(from, to, step)
  step = step or 1
  return function()
    if from > to then return nil end
    from = from + step
    return from - step
  end
end

local function map(iterator, f)
  return function()
    local value = iterator()
    if value ~= nil then return f(value) end
  end
end

local function filter(iterator, wanted)
  return function()
    while true do
      local value = iterator()
      if value == nil or wanted(value) then return value end
    end
  end
end

local function fold(iterator, start, f)
  for value in iterator do start = f(start, value) end
  return start
end

local function memoize(f)
  local known = {}
  return function(n)
    local value = known[n]
    if value == nil then
      value = f(n)
      known[n] = value
    end
    return value
  end
end

local function counters(count)
  local list = {}
  for i = 1, count do
    local total = 0
    list[i] = { add = function(by) total = total + by end,
                get = function() return total * i end }
  end
  return list
end

-- Steps until the Collatz sequence of n reaches 1.
local function collatz(n)
  local steps = 0
  ::again::
  if n ~= 1 then
    n = n % 2 == 0 and n // 2 or 3 * n + 1
    steps = steps + 1
    goto again
  end
  return steps
end

return function(scale)
  local fibonacci
  fibonacci = memoize(function(n)
    return n < 2 and n or fibonacci(n - 1) + fibonacci(n - 2)
  end)
  local evenSquares = fold(
    filter(map(range(1, 300 * scale), function(n) return n * n end),
           function(n) return n % 2 == 0 end),
    0, function(a, b) return (a + b) % 1000003 end)
  local pipeline = compose(function(a, b) return b, a end,
                           function(a, b) return a * 10 + b end,
                           math.sqrt, math.floor)
  local list, sum = counters(10), 0
  for i = 1, 100 * scale do list[i % 10 + 1].add(i) end
  for _, counter in ipairs(list) do sum = sum + counter.get() end
  local longest, at = 0, 0
  for n = 1, 120 * scale do
    local steps = collatz(n)
    if steps > longest then longest, at = steps, n end
  end
  local chunk = load("local a <const>, b = ... return a * b, a // b, a % b")
  return {
    "fibonacci " .. fibonacci(80),
    "even squares " .. evenSquares,
    "pipeline " .. pipeline(4, 6),
    "counters " .. sum,
    "collatz " .. longest .. " steps from " .. at,
    "chunk " .. table.concat({ chunk(17, 5) }, " "),
    select("#", (function(...) return ... end)(nil, nil, 3)) .. " values",
  }
end
