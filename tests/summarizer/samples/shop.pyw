class Shop:
    async def checkout(self, cart, user):
        """Charge a cart."""
        total = 0
        count = 0
        for item in cart.items:
            if item.price < 0:
                raise ValueError(f"negative price {item}")
            total += item.price
        if user.vip:
            total = discount(total)
        elif user.new:
            await self.welcome(user)
        else:
            count = 1
        try:
            receipt = self.store.save(total)
        except StoreError as error:
            log.warning("not saved: %s", error)
            return None
        finally:
            self.store.close()
        self.last = total
        while line := receipt.next():
            yield line
        match user.kind:
            case "guest":
                forget(user)
            case _:
                remember(user)
        with self.lock:
            self.open += 1
        return receipt


