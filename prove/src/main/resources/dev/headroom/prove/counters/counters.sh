# Prints counters of RDMA devices and their network interfaces. Reads files and runs ethtool; changes nothing.
LC_ALL=C
export LC_ALL
show() {
  [ -f "$1" ] || return 0
  if text=$(cat "$1" 2>/dev/null); then
    printf '%s\n' "$text" | while IFS= read -r line; do printf 'F\t%s\t%s\n' "$1" "$line"; done
  else
    printf 'E\t%s\tcannot be read\n' "$1"
  fi
}
told() {
  command -v ethtool >/dev/null 2>&1 || return 0
  ethtool "-$1" "$2" 2>/dev/null | while IFS= read -r line; do printf 'F\t/ethtool/%s/%s\t%s\n' "$1" "$2" "$line"; done
}
for file in @FILES@; do
  case $file in /sys/class/net/lo/*) continue ;; esac
  show "$file"
done
for dev in /sys/class/net/*; do
  name=${dev##*/}
  [ "$name" = lo ] && continue
  told S "$name"
  told m "$name"
done
