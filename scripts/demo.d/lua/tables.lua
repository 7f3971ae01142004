-- Arrays, hashes and sorting.

local function sieve(limit)
  local composite, primes = {}, {}
  for n = 2, limit do
    if not composite[n] then
      primes[#primes + 1] = n
      for m = n * n, limit, n do composite[m] = true end
    end
  end
  return primes
end

local function multiply(a, b)
  local n, result = #a, {}
  for i = 1, n do
    local row = {}
    for j = 1, n do
      local sum = 0
      for k = 1, n do sum = sum + a[i][k] * b[k][j] end
      row[j] = sum % 1000003
    end
    result[i] = row
  end
  return result
end

local function matrix(n, seed)
  local rows = {}
  for i = 1, n do
    rows[i] = {}
    for j = 1, n do
      seed = (seed * 1103515245 + 12345) % 2147483648
      rows[i][j] = seed % 1000
    end
  end
  return rows
end

-- The number of ways to place n queens that do not attack each other.
local function queens(n)
  local columns, up, down, found = {}, {}, {}, 0
  local function place(row)
    if row > n then
      found = found + 1
      return
    end
    for column = 1, n do
      local u, d = row + column, row - column
      if not (columns[column] or up[u] or down[d]) then
        columns[column], up[u], down[d] = true, true, true
        place(row + 1)
        columns[column], up[u], down[d] = nil, nil, nil
      end
    end
  end
  place(1)
  return found
end

local function sorted(count)
  local people, seed = {}, 7
  for i = 1, count do
    seed = (seed * 16807) % 2147483647
    people[i] = { name = "p" .. seed % 997, age = seed % 90, id = i }
  end
  table.sort(people, function(a, b)
    if a.age ~= b.age then return a.age < b.age end
    if a.name ~= b.name then return a.name < b.name end
    return a.id < b.id
  end)
  local first, last = people[1], people[#people]
  return string.format("%s/%d to %s/%d", first.name, first.age, last.name,
                       last.age)
end

return function(scale)
  local primes = sieve(4000 * scale)
  local product = multiply(matrix(8 * scale, 1), matrix(8 * scale, 2))
  local trace = 0
  for i = 1, #product do trace = trace + product[i][i] end
  local moved = table.move(primes, 10, 20, 1, {})
  return {
    #primes .. " primes, the last is " .. primes[#primes],
    "trace " .. trace,
    queens(6) .. " ways to place 6 queens",
    "sorted from " .. sorted(300 * scale),
    table.concat(moved, " "),
    select("#", table.unpack(primes, 1, 100)) .. " unpacked",
  }
end
