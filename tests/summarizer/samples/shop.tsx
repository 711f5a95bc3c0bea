export function Cart({ items, onPay }: Props) {
  const [open, setOpen] = useState(false);
  useEffect(() => {
    track("cart", items.length);
  }, [items]);
  if (!items.length) {
    return <Empty />;
  }
  return (
    <ul onClick={() => setOpen(!open)}>
      {items.map((item) => <Item key={item.id} {...item} />)}
    </ul>
  );
}
