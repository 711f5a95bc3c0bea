impl Shop {
    pub async fn checkout(&mut self, cart: &Cart, user: &User) -> Result<Receipt, Error> {
        let mut total = 0;
        let count = 0;
        for item in &cart.items {
            if item.price < 0 {
                return Err(Error::Negative(item.price));
            }
            total += item.price;
        }
        if user.vip {
            total = discount(total);
        } else if user.new {
            self.welcome(user).await?;
        } else {
            total = 1;
        }
        self.last = total;
        while let Some(line) = self.lines.next() {
            print(line);
        }
        match user.kind {
            Kind::Guest => forget(user),
            Kind::Known(name) => {
                remember(name);
            }
        }
        self.store.save(total).map_err(Error::from)
    }

    fn grade(&self, points: u32) -> char {
        if points > 90 {
            'A'
        } else {
            self.lower(points)
        }
    }
}
