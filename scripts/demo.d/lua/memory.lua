-- Garbage: trees, weak tables, finalizers, both kinds of collector.

local function tree(depth)
  if depth == 0 then return {} end
  return { tree(depth - 1), tree(depth - 1) }
end

local function count(node)
  if not node[1] then return 1 end
  return 1 + count(node[1]) + count(node[2])
end

local function churn(rounds)
  local kept, nodes = tree(6), 0
  for _ = 1, rounds do nodes = nodes + count(tree(5)) end
  return nodes + count(kept)
end

local function weak(size)
  local values = setmetatable({}, { __mode = "v" })
  local keys = setmetatable({}, { __mode = "k" })
  local kept = {}
  for i = 1, size do
    local object = { i }
    values[i] = object
    keys[object] = { object }
    if i % 10 == 0 then kept[#kept + 1] = object end
  end
  collectgarbage()
  local left, ephemerons = 0, 0
  for _ in pairs(values) do left = left + 1 end
  for _ in pairs(keys) do ephemerons = ephemerons + 1 end
  return left .. " values, " .. ephemerons .. " keys and " .. #kept .. " kept"
end

local function finalized(size)
  local called, sum = 0, 0
  for i = 1, size do
    setmetatable({ i }, { __gc = function(object)
      called = called + 1
      sum = sum + object[1]
    end })
  end
  collectgarbage()
  collectgarbage()
  return called .. " finalizers, sum " .. sum
end

local function closed()
  local order = {}
  do
    local function note(name)
      return setmetatable({}, { __close = function()
        order[#order + 1] = name
      end })
    end
    local first <close> = note("first")
    local second <close> = note("second")
    order[#order + 1] = "body"
  end
  return table.concat(order, ", ")
end

return function(scale)
  collectgarbage("incremental")
  local incremental = churn(6 * scale)
  collectgarbage("generational")
  local generational = churn(6 * scale)
  collectgarbage("incremental")
  return {
    incremental .. " and " .. generational .. " nodes",
    weak(60 * scale),
    finalized(25 * scale),
    "closed in order: " .. closed(),
    "collected: " .. tostring(collectgarbage("count") > 0),
  }
end
