-- Generators, a scheduler, errors that cross coroutines.

local function permutations(items)
  local function permute(n)
    if n == 0 then
      coroutine.yield(items)
      return
    end
    for i = 1, n do
      items[n], items[i] = items[i], items[n]
      permute(n - 1)
      items[n], items[i] = items[i], items[n]
    end
  end
  return coroutine.wrap(function() permute(#items) end)
end

-- Tasks that pass numbers along a chain of channels.
local function schedule(stages, count)
  local channels, tasks = {}, {}
  for i = 0, stages do channels[i] = {} end
  tasks[1] = coroutine.create(function()
    for i = 1, count do
      table.insert(channels[0], i)
      if i % 4 == 0 then coroutine.yield() end
    end
  end)
  for stage = 1, stages do
    tasks[#tasks + 1] = coroutine.create(function()
      for _ = 1, count do
        while #channels[stage - 1] == 0 do coroutine.yield() end
        local value = table.remove(channels[stage - 1], 1)
        table.insert(channels[stage], (value * 31 + stage) % 9973)
      end
    end)
  end
  local switches = 0
  while #tasks > 0 do
    for i = #tasks, 1, -1 do
      assert(coroutine.resume(tasks[i]))
      switches = switches + 1
      if coroutine.status(tasks[i]) == "dead" then table.remove(tasks, i) end
    end
  end
  local sum = 0
  for _, value in ipairs(channels[stages]) do sum = sum + value end
  return sum .. " after " .. switches .. " switches"
end

local function walk(node)
  if node then
    walk(node.left)
    coroutine.yield(node.key)
    walk(node.right)
  end
end

local function insert(node, key)
  if not node then return { key = key } end
  local side = key < node.key and "left" or "right"
  node[side] = insert(node[side], key)
  return node
end

return function(scale)
  local seen, sum = 0, 0
  for items in permutations({ 1, 2, 3, 4, 5, 6 }) do
    seen = seen + 1
    sum = sum + items[1] * items[6]
  end
  local root, seed = nil, 3
  for _ = 1, 30 * scale do
    seed = (seed * 69621) % 2147483647
    root = insert(root, seed % 10007)
  end
  local keys, ordered = {}, true
  for key in coroutine.wrap(function() walk(root) end) do
    ordered = ordered and (not keys[1] or keys[#keys] <= key)
    keys[#keys + 1] = key
  end
  local broken = coroutine.create(function()
    coroutine.yield("once")
    error("broken", 0)
  end)
  local _, first = coroutine.resume(broken)
  local ok, reason = coroutine.resume(broken)
  local again, dead = coroutine.resume(broken)
  return {
    seen .. " permutations, sum " .. sum,
    schedule(4, 25 * scale),
    #keys .. " keys, ordered: " .. tostring(ordered),
    table.concat({ first, tostring(ok), reason, tostring(again), dead }, ", "),
    tostring(coroutine.isyieldable()) .. " "
      .. tostring(coroutine.close(coroutine.create(print))),
  }
end
