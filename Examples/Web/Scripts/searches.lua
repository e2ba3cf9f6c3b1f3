-- Has wrk ask for names, letter by letter as they are typed: all prefixes of all lines of a file.

local requests = {}
local last = 0

function init(arguments)
  for name in io.lines(arguments[1]) do
    for length = 1, #name do
      local text = name:sub(1, length):gsub("[^%w]", function(byte)
        return string.format("%%%02X", byte:byte())
      end)
      requests[#requests + 1] = wrk.format("GET", "/search?q=" .. text)
    end
  end
end

function request()
  last = last % #requests + 1
  return requests[last]
end
