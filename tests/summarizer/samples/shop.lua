function Shop:checkout(cart, user)
  local total = 0
  local count = 0
  for _, item in ipairs(cart.items) do
    if item.price < 0 then
      error("negative price")
    end
    total = total + item.price
  end
  if user.vip then
    total = discount(total)
  elseif user.new then
    self:welcome(user)
  else
    count = 1
  end
  local ok, receipt = pcall(self.store.save, total)
  if not ok then
    return nil, receipt
  end
  self.last = total
  while self.busy do
    wait()
  end
  return receipt
end
