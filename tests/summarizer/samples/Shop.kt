class Shop {
    suspend fun checkout(cart: Cart, user: User): Receipt? {
        var total = 0
        val count = 0
        for (item in cart.items) {
            if (item.price < 0) throw IllegalArgumentException("negative price $item")
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
        } catch (error: StoreException) {
            log.warn("not saved", error)
            return null
        } finally {
            store.close()
        }
        when (user.kind) {
            Kind.GUEST -> forget(user)
            else -> remember(user)
        }
        return receipt
    }

    fun double(x: Int) = times(x, 2)
}
