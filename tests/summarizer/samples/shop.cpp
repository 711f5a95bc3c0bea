Receipt Shop::checkout(const Cart& cart, User* user) {
    int total = 0;
    int count = 0;
    for (const auto& item : cart.items()) {
        if (item.price() < 0) {
            throw std::range_error("negative price");
        }
        total += item.price();
    }
    if (user->vip) {
        total = discount(total);
    } else if (user->fresh) {
        welcome(user);
    } else {
        count = 1;
    }
    std::lock_guard<std::mutex> guard(mutex_);
    try {
        receipt_ = store_->save(total);
    } catch (const StoreError& error) {
        LOG(WARNING) << "not saved";
        return {};
    }
    this->last = total;
    delete user;
    return receipt_;
}
