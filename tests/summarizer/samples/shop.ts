export class Shop {
  async checkout(cart: Cart, user: User): Promise<Receipt | null> {
    let total: number = 0;
    for (const item of cart.items) {
      if (item.price < 0) throw new RangeError("negative");
      total += item.price;
    }
    if (user.vip) {
      total = discount(total);
    } else if (user.isNew) {
      await this.welcome(user);
    } else {
      total = 1;
    }
    try {
      this.receipt = await this.store.save(total);
    } catch (error) {
      return null;
    }
    return this.receipt!;
  }
}
