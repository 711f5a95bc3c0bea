class Shop {
  def checkout(cart: Cart, user: User): Option[Receipt] = {
    var total = 0
    val count = 0
    for (item <- cart.items) {
      if (item.price < 0) throw new IllegalArgumentException("negative price")
      total += item.price
    }
    if (user.vip) {
      total = discount(total)
    } else if (user.isNew) {
      welcome(user)
    } else {
      total = 1
    }
    try {
      this.receipt = store.save(total)
    } catch {
      case error: StoreException =>
        log.warn("not saved", error)
        return None
    } finally {
      store.close()
    }
    user.kind match {
      case Guest => forget(user)
      case _ => remember(user)
    }
    Some(receipt)
  }
  def double(x: Int): Int = times(x, 2)
}
