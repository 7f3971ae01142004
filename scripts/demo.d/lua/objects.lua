-- Metatables: classes with inheritance, operators, proxies.

local Shape = {}
Shape.__index = Shape

function Shape.new(class, name)
  return setmetatable({ name = name }, class)
end

function Shape:describe()
  return self.name .. " of area " .. self:area()
end

local function derive(parent)
  local class = setmetatable({}, { __index = parent })
  class.__index = class
  return class
end

local Box = derive(Shape)
function Box.make(w, h)
  local box = Shape.new(Box, "box")
  box.w, box.h = w, h
  return box
end
function Box:area() return self.w * self.h end

local Square = derive(Box)
function Square.make(w)
  local square = setmetatable(Box.make(w, w), Square)
  square.name = "square"
  return square
end

-- Fractions in lowest terms.
local Fraction = {}
Fraction.__index = Fraction

local function gcd(a, b)
  while b ~= 0 do a, b = b, a % b end
  return a
end

local function fraction(n, d)
  local g = gcd(n, d)
  return setmetatable({ n = n // g, d = d // g }, Fraction)
end
Fraction.__add = function(a, b)
  return fraction(a.n * b.d + b.n * a.d, a.d * b.d)
end
Fraction.__mul = function(a, b) return fraction(a.n * b.n, a.d * b.d) end
Fraction.__eq = function(a, b) return a.n == b.n and a.d == b.d end
Fraction.__lt = function(a, b) return a.n * b.d < b.n * a.d end
Fraction.__le = function(a, b) return not (b < a) end
Fraction.__tostring = function(a) return a.n .. "/" .. a.d end
Fraction.__concat = function(a, b) return tostring(a) .. tostring(b) end
Fraction.__len = function(a) return a.d end
Fraction.__call = function(a, x) return a.n * x // a.d end

-- A table that counts how it is used.
local function counted(inner)
  local counts = { reads = 0, writes = 0 }
  local proxy = setmetatable({}, {
    __index = function(_, key)
      counts.reads = counts.reads + 1
      return inner[key]
    end,
    __newindex = function(_, key, value)
      counts.writes = counts.writes + 1
      inner[key] = value
    end,
    __pairs = function() return next, inner, nil end,
  })
  return proxy, counts
end

return function(scale)
  local total, shapes = 0, {}
  for i = 1, 150 * scale do
    local shape = i % 3 == 0 and Square.make(i % 17) or Box.make(i % 5, i % 7)
    shapes[i] = shape
    total = total + shape:area()
  end
  local sum = fraction(0, 1)
  for i = 1, 8 do sum = sum + fraction(1, i) * fraction(1, i + 1) end
  local proxy, counts = counted({})
  for i = 1, 60 * scale do proxy[i % 50] = (proxy[i % 50] or 0) + i end
  local kept = 0
  for _, value in pairs(proxy) do kept = kept + value end
  return {
    "total area " .. total .. ", " .. shapes[9]:describe(),
    "sum " .. tostring(sum) .. ", called " .. sum(90) .. ", length " .. #sum,
    tostring(fraction(2, 4) == fraction(1, 2)) .. " "
      .. tostring(fraction(1, 3) < fraction(1, 2)) .. " "
      .. tostring(fraction(1, 3) >= fraction(1, 2)) .. " "
      .. (fraction(1, 3) .. fraction(2, 5)),
    counts.reads .. " reads, " .. counts.writes .. " writes, sum " .. kept,
  }
end
