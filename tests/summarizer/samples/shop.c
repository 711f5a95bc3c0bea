int checkout(struct shop *shop, const struct cart *cart)
{
    int total = 0;
    int count = 0;
    for (int i = 0; i < cart->len; i++) {
        if (cart->items[i].price < 0)
            goto fail;
        total += cart->items[i].price;
    }
    if (cart->vip) {
        total = discount(total);
    } else if (cart->first) {
        welcome(cart->user);
    } else {
        count = 1;
    }
    shop->last = total;
    do {
        total = shop_next(shop);
    } while (total);
    switch (cart->kind) {
    case GUEST:
        forget(cart);
        break;
    default:
        remember(cart);
    }
    return store_save(shop->store, total);
fail:
    log_warn("negative");
    return -1;
}
