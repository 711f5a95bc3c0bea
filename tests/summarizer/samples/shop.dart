class Shop {
  Future<Receipt?> checkout(Cart cart, User user) async {
    var total = 0;
    final count = 0;
    for (final item in cart.items) {
      if (item.price < 0) {
        throw ArgumentError('negative price $item');
      }
      total += item.price;
    }
    if (user.vip) {
      total = discount(total);
    } else if (user.isNew) {
      await welcome(user);
    } else {
      total = 1;
    }
    try {
      this.receipt = await store.save(total);
    } on StoreException catch (error) {
      log.warn('not saved', error);
      return null;
    } finally {
      store.close();
    }
    switch (user.kind) {
      case Kind.guest:
        forget(user);
        break;
      default:
        remember(user);
    }
    return receipt;
  }
  int twice(int x) => times(x, 2);
}
