<?php
class Shop {
    public function checkout(Cart $cart, User $user): ?Receipt {
        $total = 0;
        $count = 0;
        foreach ($cart->items as $item) {
            if ($item->price < 0) {
                throw new InvalidArgumentException("negative price");
            }
            $total += $item->price;
        }
        if ($user->vip) {
            $total = discount($total);
        } elseif ($user->isNew) {
            $this->welcome($user);
        } else {
            $count = 1;
        }
        try {
            $this->receipt = $this->store->save($total);
        } catch (StoreException $error) {
            Log::warn("not saved", $error);
            return null;
        } finally {
            $this->store->close();
        }
        switch ($user->kind) {
            case 'guest':
                forget($user);
                break;
            default:
                remember($user);
        }
        return $this->receipt;
    }
}
