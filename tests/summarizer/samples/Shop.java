class Shop {
    Receipt checkout(Cart cart, User user) throws StoreException {
        int total = 0;
        int count = 0;
        for (Item item : cart.items()) {
            if (item.price() < 0) {
                throw new IllegalArgumentException("negative price " + item);
            }
            total += item.price();
        }
        if (user.vip()) {
            total = discount(total);
        } else if (user.isNew()) {
            this.welcome(user);
        } else {
            count = 1;
        }
        try (Session session = store.open()) {
            this.receipt = session.save(total);
        } catch (StoreException error) {
            log.warn("not saved", error);
            return null;
        } finally {
            store.close();
        }
        synchronized (this) {
            this.open++;
        }
        switch (user.kind()) {
            case GUEST:
                forget(user);
                break;
            default:
                remember(user);
        }
        return this.receipt;
    }
}
