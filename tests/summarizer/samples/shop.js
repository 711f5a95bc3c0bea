class Shop {
  async checkout(cart, user) {
    let total = 0;
    let count = 0;
    for (const item of cart.items) {
      if (item.price < 0) {
        throw new RangeError(`negative price ${item}`);
      }
      total += item.price;
    }
    if (user.vip) {
      total = discount(total);
    } else if (user.isNew) {
      await this.welcome(user);
    } else {
      count = 1;
    }
    try {
      this.receipt = this.store.save(total);
    } catch (error) {
      console.warn("not saved", error);
      return null;
    } finally {
      this.store.close();
    }
    while (this.busy) {
      await tick();
    }
    switch (user.kind) {
      case "guest":
        forget(user);
        break;
      default:
        remember(user);
    }
    return this.receipt;
  }
}
const price = (item) => item.cents / 100;
