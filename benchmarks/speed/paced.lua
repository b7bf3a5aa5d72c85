-- Lets every connection of wrk pause for 1 to 7 ms, 4 on average, before each request.
function delay()
  return math.random(1, 7)
end
