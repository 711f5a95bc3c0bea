class Shop {
    public async Task<Receipt> Checkout(Cart cart, User user) {
        var total = 0;
        var count = 0;
        foreach (var item in cart.Items) {
            if (item.Price < 0) throw new ArgumentException($"negative price {item}");
            total += item.Price;
        }
        if (user.Vip) {
            total = Discount(total);
        } else if (user.IsNew) {
            await Welcome(user);
        } else {
            count = 1;
        }
        try {
            this.receipt = await store.Save(total);
        } catch (StoreException error) when (error.Code == 3) {
            log.Warn("not saved", error);
            return null;
        } finally {
            store.Close();
        }
        lock (gate) { open++; }
        using (var session = store.Open()) {
            session.Flush();
        }
        switch (user.Kind) {
            case Kind.Guest:
                Forget(user);
                break;
            default:
                Remember(user);
                break;
        }
        return receipt;
    }
    public int Double(int x) => Times(x, 2);
}
