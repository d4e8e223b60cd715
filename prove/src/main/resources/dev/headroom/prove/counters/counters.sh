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
show /proc/sys/kernel/random/boot_id
for dev in /sys/class/infiniband/*; do
  for file in "$dev"/fw_ver "$dev"/node_guid "$dev"/ports/*/counters/* "$dev"/ports/*/hw_counters/* "$dev"/ports/*/rate "$dev"/ports/*/state \
    "$dev"/device/aer_dev_* "$dev"/device/current_link_* "$dev"/device/max_link_* "$dev"/device/uevent \
    "$dev"/device/../max_link_speed "$dev"/device/../max_link_width "$dev"/device/net/*/operstate; do
    show "$file"
  done
done
for dev in /sys/class/net/*; do
  name=${dev##*/}
  [ "$name" = lo ] && continue
  for file in "$dev"/address "$dev"/carrier_changes "$dev"/operstate "$dev"/speed "$dev"/statistics/* "$dev"/device/uevent "$dev"/device/aer_dev_* \
    "$dev"/device/current_link_* "$dev"/device/max_link_*; do
    show "$file"
  done
  told S "$name"
  told m "$name"
done
