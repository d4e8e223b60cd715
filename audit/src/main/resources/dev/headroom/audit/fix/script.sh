#!/bin/sh
# Changes settings of one or several hosts as an audit by Headroom proposes. Read it before you run it.
#
#   sh FILE                    print what would change; change nothing
#   sh FILE --apply            change it; old values go to a new file, readable by its owner only
#   sh FILE --apply --disruptive   also what drops a link or resets a NIC
#   sh FILE --undo OLD-VALUES  put back what such a file holds, last change first
#   --host NAME                take the part of this host instead of the one it runs on
#
# It leaves settings that already have the wanted value, so it may run again. Changes last until the next boot;
# a comment beside each change shows how to make it persistent.
set -u
umask 077
LC_ALL=C
PATH=${HEADROOM_PATH:-/usr/sbin:/usr/bin:/sbin:/bin}
export LC_ALL PATH
root=${HEADROOM_ROOT:-}

apply=no disruptive=no named=no undo='' status=0
host=$(hostname -f 2>/dev/null || hostname 2>/dev/null || echo unknown)
while [ $# -gt 0 ]; do
  case $1 in
    --apply) apply=yes ;;
    --disruptive) disruptive=yes ;;
    --undo) undo=${2:?--undo needs the file of old values}; shift ;;
    --host) host=${2:?--host needs a name}; named=yes; shift ;;
    *) echo "unknown option: $1" >&2; exit 2 ;;
  esac
  shift
done

# --- Each setting: how it is read and how it is written.
get_sysctl() { sysctl -n "$1" | tr '\t' ' '; }
set_sysctl() { sysctl -q -w "$1=$3"; }
get_module_loaded() { if grep -q "^$(echo "$1" | tr - _) " "$root/proc/modules"; then echo yes; else echo no; fi; }
set_module_loaded() { if [ "$3" = yes ]; then modprobe "$1"; else modprobe -r "$1"; fi; }
get_pci_field() { setpci -s "$1" "$2"; }
set_pci_field() { setpci -s "$1" "$2=$3"; }
get_mtu() { cat "$root/sys/class/net/$1/mtu"; }
set_mtu() { ip link set dev "$1" mtu "$3"; }
get_pause() { ethtool -a "$1" | awk '$1 == "RX:" { r = $2 } $1 == "TX:" { t = $2 } END { print (r == t ? r : r "/" t) }'; }
set_pause() { ethtool -A "$1" rx "${3%/*}" tx "${3#*/}"; }
get_trust() { mlnx_qos -i "$1" | sed -n 's/^Priority trust state: *//p'; }
set_trust() { mlnx_qos -i "$1" --trust "$3" >/dev/null; }
get_pfc() { mlnx_qos -i "$1" | awk '/PFC configuration/ { on = 1 } on && $1 == "enabled" { s = $2; for (i = 3; i <= 9; i++) s = s "," $i; print s; exit }'; }
set_pfc() { mlnx_qos -i "$1" --pfc "$3" >/dev/null; }
get_roce_tos() { cma_roce_tos -d "$1"; }
set_roce_tos() { cma_roce_tos -d "$1" -t "$3" >/dev/null; }
get_irq() { cat "$root/proc/irq/$1/smp_affinity_list"; }
set_irq() { printf '%s\n' "$3" > "$root/proc/irq/$1/smp_affinity_list"; }
get_file() { sed -e 's/.*\[\(.*\)\].*/\1/' "$root$1"; }
set_file() { printf '%s\n' "$3" > "$root$1"; }
get_ring() { ethtool -g "$1" | awk '/Current hardware/ { on = 1 } on && $1 == "RX:" { print $2; exit }'; }
set_ring() { ethtool -G "$1" rx "$3" tx "$3"; }
get_firmware() { mlxconfig -d "$1" q "$2" | awk -v k="$2" '$1 == k { v = $2; sub(/\(.*/, "", v); print v; exit }'; }
set_firmware() { mlxconfig -y -d "$1" set "$2=$3" >/dev/null; }

# Not echo, which reads backslashes in some shells.
say() { printf '%s\n' "$1"; }

known() {
  case $1 in
    sysctl | module_loaded | pci_field | mtu | pause | trust | pfc | roce_tos | irq | file | ring | firmware) ;;
    *) return 1 ;;
  esac
}

# The CPUs of a list such as 0-3,8, one a line: the kernel writes 4,5,6,7 as 4-7.
cpus() {
  printf '%s\n' "$1" | tr ',' '\n' | while IFS=- read -r cpu last; do
    while [ "$cpu" -le "${last:-$cpu}" ]; do
      printf '%s\n' "$cpu"
      [ "$cpu" -lt "${last:-$cpu}" ] || break
      cpu=$((cpu + 1))
    done
  done | sort -n -u
}

# Whether setting $1 with the value $2 is as $3 wants it; of a PCI register, in the bits of the mask.
same() {
  case $1 in
    pci_field) [ $(( 0x$2 & 0x${3#*:} )) -eq $(( 0x${3%:*} & 0x${3#*:} )) ] ;;
    irq) [ "$(cpus "$2")" = "$(cpus "$3")" ] ;;
    *) [ "$2" = "$3" ] ;;
  esac
}

# What to keep of the old value $2 of setting $1, which is to become $3.
kept() {
  case $1 in
    pci_field) printf '%x:%s' $(( 0x$2 & 0x${3#*:} )) "${3#*:}" ;;
    *) printf '%s' "$2" ;;
  esac
}

# change SETTING NAME NAME VALUE DISRUPTIVE WHY
change() {
  known "$1" || return
  what="$1 $2${3:+ $3}"
  if ! old=$("get_$1" "$2" "$3" 2>/dev/null) || [ -z "$old" ]; then
    say "skip   $what: cannot be read here ($6)"; status=1; return
  fi
  if same "$1" "$old" "$4"; then
    say "fine   $what is $old"; return
  fi
  if [ "$5" = yes ] && [ "$disruptive" = no ]; then
    say "leave  $what: $old, wanted $4; disruptive, so only with --disruptive ($6)"; return
  fi
  if [ "$apply" = no ]; then
    say "would  $what: $old -> $4 ($6)"; return
  fi
  keep "$1" "$2" "$3" "$(kept "$1" "$old" "$4")" || exit 3
  if "set_$1" "$2" "$3" "$4" && new=$("get_$1" "$2" "$3") && same "$1" "$new" "$4"; then
    say "done   $what: $old -> $4 ($6)"
  else
    say "FAILED $what: still $("get_$1" "$2" "$3" 2>/dev/null), wanted $4 ($6)"; status=1
  fi
}

# Writes an old value down before it goes. The file is new, never an existing one or what a link leads to.
kept_in=''
keep() {
  if [ -z "$kept_in" ]; then
    kept_in="headroom-old-values-$(date -u +%Y%m%dT%H%M%SZ)-$$"
    (set -C; : > "$kept_in") || { say "cannot make $kept_in here" >&2; return 1; }
    say "old values are kept in $kept_in"
  fi
  printf '%s\t%s\t%s\t%s\n' "$1" "$2" "${3:--}" "$4" >> "$kept_in"
}

# Up to the first dot, but where two hosts of this file would then be one.
mine=no parts=''
for_host() {
  parts="$parts${parts:+, }${1:-any host}"
  { [ "$1" = "$host" ] || [ "$1" = "${host%%.*}" ] || [ -z "$1" ]; } && mine=yes
}

# What no script does, so that a dry run shows it too.
by_hand() { say "hand   $1"; }

# The last word, where no part was this host's.
end() {
  if [ -z "$parts" ]; then
    say 'nothing to change: the audit proposes no changes'
  elif [ "$mine" = no ]; then
    say "no changes for $host: this file is for $parts (--host NAME selects one of them)"
    [ "$named" = no ] || exit 2
  fi
  exit $status
}

if [ -n "$undo" ]; then
  [ -r "$undo" ] || { say "cannot read $undo" >&2; exit 2; }
  tab=$(printf '\t')
  sed '1!G;h;$!d' "$undo" | {
    while IFS=$tab read -r setting one two old; do
      known "$setting" || { say "not a setting: $setting" >&2; status=1; continue; }
      [ "$two" = - ] && two=''
      if "set_$setting" "$one" "$two" "$old"; then
        say "back   $setting $one${two:+ $two}: $old"
      else
        say "FAILED $setting $one${two:+ $two}: $old"; status=1
      fi
    done
    exit $status
  }
  exit $?
fi

# --- What to change.
