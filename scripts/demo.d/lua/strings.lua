-- Patterns, formatting, packing, UTF-8.

local words = {}
for word in ("the quick brown fox jumps over a lazy dog while seven wizards "
             .. "mix boxes of liquid jugs for the quiet king"):gmatch("%a+") do
  words[#words + 1] = word
end

local function text(count)
  local buffer, seed = {}, 11
  for i = 1, count do
    seed = (seed * 48271) % 2147483647
    buffer[i] = words[seed % #words + 1]
    if seed % 9 == 0 then buffer[i] = buffer[i] .. "," end
    if seed % 13 == 0 then buffer[i] = buffer[i] .. ".\n" end
  end
  return table.concat(buffer, " ")
end

local function frequencies(input)
  local counts, order = {}, {}
  for word in input:gmatch("%a+") do
    if not counts[word] then order[#order + 1] = word end
    counts[word] = (counts[word] or 0) + 1
  end
  table.sort(order, function(a, b)
    if counts[a] ~= counts[b] then return counts[a] > counts[b] end
    return a < b
  end)
  local top = {}
  for i = 1, 5 do top[i] = order[i] .. "=" .. counts[order[i]] end
  return table.concat(top, " ")
end

local function rotate(letter, by)
  local base = letter:byte() >= 97 and 97 or 65
  return string.char((letter:byte() - base + by) % 26 + base)
end

local function checksum(input)
  local a, b = 1, 0
  for i = 1, #input do
    a = (a + input:byte(i)) % 65521
    b = (b + a) % 65521
  end
  return string.format("%08x", b << 16 | a)
end

return function(scale)
  local input = text(200 * scale)
  local titled = input:gsub("(%a)(%a*)", function(first, rest)
    return first:upper() .. rest
  end)
  local secret = input:gsub("%a", function(l) return rotate(l, 13) end)
  local plain = secret:gsub("%a", function(l) return rotate(l, 13) end)
  local lines = select(2, input:gsub("\n", ""))
  local swapped, swaps = input:gsub("(%w+) (%w+)", "%2 %1")
  local packed = string.pack("<i4 >I2 z s1 d", -5, 513, "zero", "short", 0.5)
  local i4, i2, z, s1, d = string.unpack("<i4 >I2 z s1 d", packed)
  local points, width = {}, 0
  for _, point in utf8.codes("naïve café – 日本") do
    points[#points + 1] = point
    width = width + #utf8.char(point)
  end
  local formatted = {}
  for i = 1, 20 * scale do
    formatted[#formatted + 1] =
      string.format("%5d|%-8s|%08.3f|%x|%q", i, words[i % #words + 1], i / 7, i,
                    "a\n" .. i)
  end
  return {
    frequencies(input),
    lines .. " lines, checksum " .. checksum(input),
    "titled " .. checksum(titled) .. ", secret " .. checksum(secret) .. ", "
      .. tostring(plain == input),
    swaps .. " swaps, checksum " .. checksum(swapped),
    #packed .. " bytes packed: " .. table.concat({ i4, i2, z, s1, d }, " "),
    #points .. " characters in " .. width .. " bytes",
    "formatted " .. checksum(table.concat(formatted, "\n")),
    ("x"):rep(3, "-") .. " " .. ("hello"):reverse() .. " "
      .. tostring(("key = value"):match("^(%w+)%s*=%s*(%w+)$")) .. " "
      .. tostring(("[[nested]]"):find("%b[]")) .. " "
      .. ("THE (quick) fox"):gsub("%f[%a]%a+", string.lower),
  }
end
