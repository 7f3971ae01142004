-- A reader and a writer of JSON.

local escapes = { b = "\b", f = "\f", n = "\n", r = "\r", t = "\t" }
local escaped = { ["\b"] = "\\b", ["\f"] = "\\f", ["\n"] = "\\n",
                  ["\r"] = "\\r", ["\t"] = "\\t", ['"'] = '\\"',
                  ["\\"] = "\\\\" }

local readValue

local function fail(at, what)
  error({ at = at, what = what }, 0)
end

local function skip(input, at) return input:match("^%s*()", at) end

local function readString(input, at)
  local parts = {}
  at = at + 1
  while true do
    local plain, after = input:match('^([^"\\]*)()', at)
    parts[#parts + 1] = plain
    local mark = input:sub(after, after)
    if mark == '"' then return table.concat(parts), after + 1 end
    if mark == "" then fail(after, "a string does not end") end
    local letter = input:sub(after + 1, after + 1)
    if letter == "u" then
      local hex = input:match("^%x%x%x%x", after + 2)
      if not hex then fail(after, "bad escape") end
      parts[#parts + 1] = utf8.char(tonumber(hex, 16))
      at = after + 6
    else
      parts[#parts + 1] = escapes[letter] or letter
      at = after + 2
    end
  end
end

local function readList(input, at)
  local list = {}
  at = skip(input, at + 1)
  if input:sub(at, at) == "]" then return list, at + 1 end
  while true do
    list[#list + 1], at = readValue(input, at)
    at = skip(input, at)
    local mark = input:sub(at, at)
    if mark == "]" then return list, at + 1 end
    if mark ~= "," then fail(at, "expected , or ]") end
    at = skip(input, at + 1)
  end
end

local function readObject(input, at)
  local object = {}
  at = skip(input, at + 1)
  if input:sub(at, at) == "}" then return object, at + 1 end
  while true do
    if input:sub(at, at) ~= '"' then fail(at, "expected a key") end
    local key
    key, at = readString(input, at)
    at = skip(input, at)
    if input:sub(at, at) ~= ":" then fail(at, "expected :") end
    object[key], at = readValue(input, skip(input, at + 1))
    at = skip(input, at)
    local mark = input:sub(at, at)
    if mark == "}" then return object, at + 1 end
    if mark ~= "," then fail(at, "expected , or }") end
    at = skip(input, at + 1)
  end
end

function readValue(input, at)
  local mark = input:sub(at, at)
  if mark == "{" then return readObject(input, at) end
  if mark == "[" then return readList(input, at) end
  if mark == '"' then return readString(input, at) end
  local word = input:match("^%a+", at)
  if word == "true" then return true, at + 4 end
  if word == "false" then return false, at + 5 end
  local number, after = input:match("^(-?%d+%.?%d*[eE]?[+-]?%d*)()", at)
  if not number then fail(at, "expected a value") end
  return tonumber(number), after
end

local function write(value, out)
  local kind = type(value)
  if kind == "string" then
    out[#out + 1] = '"' .. value:gsub('[%c"\\]', escaped) .. '"'
  elseif kind ~= "table" then
    out[#out + 1] = tostring(value)
  elseif #value > 0 then
    for i, item in ipairs(value) do
      out[#out + 1] = i == 1 and "[" or ","
      write(item, out)
    end
    out[#out + 1] = "]"
  else
    local keys = {}
    for key in pairs(value) do keys[#keys + 1] = key end
    table.sort(keys)
    out[#out + 1] = "{"
    for i, key in ipairs(keys) do
      if i > 1 then out[#out + 1] = "," end
      write(key, out)
      out[#out + 1] = ":"
      write(value[key], out)
    end
    out[#out + 1] = "}"
  end
end

local function encode(value)
  local out = {}
  write(value, out)
  return table.concat(out)
end

local function record(i)
  return { id = i, name = "item \"" .. i .. "\"\n", price = i * 1.25,
           tags = { "a" .. i % 3, "b" .. i % 5 }, sold = i % 2 == 0,
           where = { x = i, y = { z = -i } } }
end

return function(scale)
  local records = {}
  for i = 1, 12 * scale do records[i] = record(i) end
  local encoded = encode({ records = records })
  local decoded = readValue(encoded, 1)
  local price = 0
  for _, item in ipairs(decoded.records) do price = price + item.price end
  local lines = {
    #encoded .. " bytes, " .. #decoded.records .. " records, price " .. price,
    "same again: " .. tostring(encode(decoded) == encoded),
    (readValue('"\\u00e9\\t\\/"', 1)),
  }
  for _, bad in ipairs({ "[1,2", '{"a" 1}', '"open', "[1;2]", "{1:2}", "?" }) do
    local ok, reason = pcall(readValue, bad, 1)
    lines[#lines + 1] = bad .. " -> " .. tostring(ok) .. ", " .. reason.what
                        .. " at " .. reason.at
  end
  return lines
end
