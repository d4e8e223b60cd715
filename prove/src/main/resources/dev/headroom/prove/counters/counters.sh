# Prints counters of RDMA devices and their network interfaces. Reads files and runs ethtool; changes nothing.
LC_ALL=C
export LC_ALL
# Starts no program but for a file that gives nothing: some hosts have thousands of these files.
show() {
  [ -f "$1" ] || return 0
  none=yes
  while IFS= read -r line || [ -n "$line" ]; do
    printf 'F\t%s\t%s\n' "$1" "$line"
    none=
  done 2>/dev/null < "$1"
  [ -n "$none" ] || return 0
  if cat "$1" >/dev/null 2>&1; then
    printf 'F\t%s\t\n' "$1"
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
