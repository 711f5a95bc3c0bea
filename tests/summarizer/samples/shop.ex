defmodule Shop do
  def checkout(cart, user) do
    total = Enum.sum(cart.items)
    if total < 0 do
      raise ArgumentError, "negative price"
    end
    receipt =
      case Store.save(total) do
        {:ok, saved} -> saved
        {:error, reason} -> fail(reason)
      end
    cond do
      user.vip -> discount(total)
      true -> total
    end
    for item <- cart.items do
      ship(item)
    end
    try do
      notify(user)
    rescue
      error in StoreError -> log(error)
    end
    {:ok, receipt}
  end
end
