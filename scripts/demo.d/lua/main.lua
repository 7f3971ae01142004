-- The workload of the demo: every part exercises other parts of the
-- interpreter and prints lines that depend on all it computed. Nothing here
-- depends on the time, on addresses or on the order of a hash table.
--
-- Usage: lua main.lua DIRECTORY SCALE

local directory, scale = arg[1], tonumber(arg[2])
package.path = directory .. "/?.lua"

local parts = { "tables", "objects", "strings", "json", "closures", "memory",
                "coroutines", "failures" }

for _, name in ipairs(parts) do
  local part = require(name)
  for _, line in ipairs(part(scale)) do
    print(name .. ": " .. line)
  end
end
