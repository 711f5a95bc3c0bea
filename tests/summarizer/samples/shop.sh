checkout() {
  local cart=$1
  local total=0
  for item in $(cat "$cart"); do
    if [ "$item" -lt 0 ]; then
      echo "negative price" >&2
      return 1
    fi
    total=$((total + item))
  done
  if [ -n "$VIP" ]; then
    total=$(discount "$total")
  elif [ -n "$NEW" ]; then
    welcome "$USER"
  else
    total=1
  fi
  LAST=$total
  while read -r line; do
    print_line "$line"
  done < receipts
  case "$KIND" in
    guest) forget ;;
    *) remember ;;
  esac
  save "$total"
}
