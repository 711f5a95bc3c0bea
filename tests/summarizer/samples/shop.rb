class Shop
  def checkout(cart, user)
    total = 0
    count = 0
    cart.items.each do |item|
      raise ArgumentError, "negative price" if item.price < 0
      total += item.price
    end
    if user.vip?
      total = discount(total)
    elsif user.new?
      welcome(user)
    else
      count = 1
    end
    begin
      @receipt = @store.save(total)
    rescue StoreError => error
      log.warn("not saved #{error}")
      return nil
    ensure
      @store.close
    end
    case user.kind
    when :guest then forget(user)
    else remember(user)
    end
    yield @receipt unless user.quiet?
    finish(@receipt)
  end
end
