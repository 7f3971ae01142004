-- Errors: raised, caught, with handlers, in deep recursion, in bad programs.

local function depth(n)
  if n == 0 then error({ code = 42 }) end
  return 1 + depth(n - 1)
end

local bad = {
  "return 1 +", "x = = 2", "for i = 1 do end", "return 'open",
  "goto nowhere", "local x <const> = 1; x = 2", "break",
}

local faults = {
  function() return nil + 1 end,
  function() return {} .. "x" end,
  function() return #5 end,
  function() local t = nil; return t.field end,
  function() return 1 < "2" end,
  function() return 1 // 0 end,
  function() return ("x"):rep(-1) + 1 end,
  function() return setmetatable({}, { __index = error }).key end,
  function() return string.format("%d", 1.5) end,
  function() return tostring(2 ^ 63 == math.maxinteger + 1.0) end,
}

return function(scale)
  local caught = 0
  for i = 1, 15 * scale do
    local ok, reason = pcall(depth, i % 20)
    if not ok and reason.code == 42 then caught = caught + 1 end
  end
  local lines = { caught .. " caught" }
  for i, chunk in ipairs(bad) do
    local loaded, reason = load(chunk, "=chunk" .. i)
    lines[#lines + 1] = tostring(loaded) .. ": " .. tostring(reason)
  end
  for i, fault in ipairs(faults) do
    local ok, reason = pcall(fault)
    if type(reason) == "string" then reason = reason:gsub("^.-:%d+: ", "") end
    if type(reason) == "table" then reason = "a table" end
    lines[#lines + 1] = i .. " " .. tostring(ok) .. ": " .. tostring(reason)
  end
  local _, handled = xpcall(depth, function(e) return e.code + 1 end, 5)
  lines[#lines + 1] = "handled " .. handled
  -- Of the C stack: Lua's own is so large that little else would be measured,
  -- and how often the collector looks at it depends on addresses.
  local function forever() return string.gsub("x", ".", forever) end
  local ok, overflow = pcall(forever)
  lines[#lines + 1] = tostring(ok) .. ": "
                      .. tostring(overflow):match("stack overflow")
  return lines
end
