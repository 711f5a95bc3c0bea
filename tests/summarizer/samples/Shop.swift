class Shop {
    func checkout(cart: Cart, user: User) async throws -> Receipt? {
        var total = 0
        let count = 0
        guard !cart.items.isEmpty else { return nil }
        for item in cart.items {
            if item.price < 0 {
                throw ShopError.negative(item)
            }
            total += item.price
        }
        if user.vip {
            total = discount(total)
        } else if user.isNew {
            await welcome(user)
        } else {
            total = 1
        }
        do {
            self.receipt = try await store.save(total)
        } catch let error as StoreError {
            log.warn("not saved")
            return nil
        }
        defer { store.close() }
        switch user.kind {
        case .guest:
            forget(user)
        default:
            remember(user)
        }
        return receipt
    }
}
