package shop

func (s *Shop) Checkout(cart Cart, user *User) (Receipt, error) {
	total := 0
	count := 0
	for _, item := range cart.Items {
		if item.Price < 0 {
			return nil, fmt.Errorf("negative price %v", item)
		}
		total += item.Price
	}
	if user.VIP {
		total = discount(total)
	} else if user.New {
		s.welcome(user)
	} else {
		count = 1
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	receipt, err := s.store.Save(total)
	if err != nil {
		log.Printf("not saved: %v", err)
		return nil, err
	}
	s.last = total
	go s.notify(user)
	switch user.Kind {
	case "guest":
		forget(user)
	default:
		remember(user)
	}
	select {
	case line := <-receipt.Lines:
		print(line)
	}
	return receipt, nil
}
