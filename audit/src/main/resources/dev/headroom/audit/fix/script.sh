#!/bin/sh
# Settings that an audit by Headroom proposes to change, as groups of steps. Read it before you run it.
#
#   sh FILE                     print each change with its command; change nothing
#   sh FILE --apply             make the changes, then audit again
#   sh FILE --apply --disruptive    also groups that drop a link, reset a NIC or need a reboot
#   sh FILE --apply --tunings   also tunings, which mend no fault
#   sh FILE --undo              restore the values from before, last change first
#   sh FILE --status            print the changes that are in force
#   --host NAME                 print the part of another machine; never with --apply
#   --this-is NAME              this machine is NAME in the audit, if its host name differs
#   --switch-ready              the switch ports are set up: do not ask
#   --state FOLDER              keep old values there instead of in /var/lib/headroom
#
# A group is changed as a whole or not at all. If a tool is missing, a value cannot be read, or a question has no
# answer, the group is refused before its first step. If a step fails or the run is interrupted, the group's old
# values are restored. A killed run leaves its group open, and the next --apply or --undo restores that group first.
# Groups that already have the wanted values are left alone. Exit status: 0 done, 1 something was refused or failed,
# 2 wrong use, 3 old values cannot be saved, 128 plus the signal when interrupted.
# Changes last until the next boot, unless a comment beside the change says otherwise.
# Functions of settings are called by name:
# shellcheck disable=SC2317,SC2329
set -u
umask 077
LC_ALL=C
user_path=$PATH
PATH=${HEADROOM_PATH:-/usr/sbin:/usr/bin:/sbin:/bin}
export LC_ALL PATH
root=${HEADROOM_ROOT:-}
tab=$(printf '\t')

dry=yes action=change disruptive=no tunings=no switch_ready=no other='' self='' status=0
folder=$root/var/lib/headroom
host=$(hostname -f 2>/dev/null || hostname 2>/dev/null || uname -n)
usage() { printf '%s\n' "$1" >&2; exit 2; }
while [ $# -gt 0 ]; do
  case $1 in
    --apply) dry=no ;;
    --disruptive) disruptive=yes ;;
    --tunings) tunings=yes ;;
    --switch-ready) switch_ready=yes ;;
    --undo) action=undo dry=no ;;
    --status) action=status ;;
    --host | --this-is | --state)
      [ $# -gt 1 ] || usage "$1 needs a value"
      case $1 in
        --host) other="=$2" ;;
        --this-is) self="=$2" ;;
        --state) folder=$2 ;;
      esac
      shift ;;
    *) usage "unknown option: $1; the first lines of this file list the options" ;;
  esac
  shift
done
if [ -n "$other" ] && [ "$dry" = no ]; then
  usage "--host prints the part of another machine; run --apply on ${other#=}, or use --this-is ${other#=} if this machine is ${other#=}"
fi
if [ "$dry" = no ] && [ -z "$root" ] && [ "$(id -u)" != 0 ]; then
  usage '--apply and --undo need root'
fi
case $folder in /*) ;; *) folder=$PWD/$folder ;; esac
journal=$folder/changes

# Not echo, which reads backslashes in some shells.
say() { printf '%s\n' "$1" 2>/dev/null || :; }

# Words as a shell reads them back.
words() {
  line=''
  for word; do
    case $word in
      '' | *[!A-Za-z0-9_./:=,+-]*) word="'$(printf '%s' "$word" | sed "s/'/'\\\\''/g")'" ;;
    esac
    line="$line${line:+ }$word"
  done
  printf '%s' "$line"
}

# Runs a command; a dry run prints it.
run() {
  if [ "$dry" = yes ]; then say "           $(words "$@")"; else "$@" </dev/null >/dev/null; fi
}

# Writes a word to a file of the kernel; a dry run prints the command.
write() {
  if [ "$dry" = yes ]; then say "           echo $(words "$2") > $(words "$1")"; else printf '%s\n' "$2" > "$root$1"; fi
}

# Makes the file $1 of the lines $2 ..., at once.
make_file() {
  made=$1
  shift
  if [ "$dry" = yes ]; then
    say "           printf '%s\\n' $(words "$@") > $(words "$made")"
  else
    mkdir -p "$root${made%/*}" && printf '%s\n' "$@" > "$root$made.new" && chmod 644 "$root$made.new" &&
      mv "$root$made.new" "$root$made"
  fi
}

# --- Each setting: how it is read, how it is written, its tools.
get_sysctl() { sysctl -n "$1" | tr '\t' ' '; }
set_sysctl() { run sysctl -q -w "$1=$3"; }
get_module_loaded() { if grep -q "^$(printf '%s' "$1" | tr - _) " "$root/proc/modules"; then echo yes; else echo no; fi; }
set_module_loaded() { if [ "$3" = yes ]; then run modprobe "$1"; else run modprobe -r "$1"; fi; }
get_pci_field() { setpci -s "$1" "$2"; }
set_pci_field() { run setpci -s "$1" "$2=$3"; }
get_mtu() { cat "$root/sys/class/net/$1/mtu"; }
set_mtu() { run ip link set dev "$1" mtu "$3"; }
get_pause() { ethtool -a "$1" | awk '$1 == "RX:" { r = $2 } $1 == "TX:" { t = $2 } END { print (r == t ? r : r "/" t) }'; }
set_pause() { run ethtool -A "$1" rx "${3%/*}" tx "${3#*/}"; }
get_trust() { mlnx_qos -i "$1" | sed -n 's/^Priority trust state: *//p'; }
set_trust() { run mlnx_qos -i "$1" --trust "$3"; }
get_pfc() { mlnx_qos -i "$1" | awk '/PFC configuration/ { on = 1 } on && $1 == "enabled" { s = $2; for (i = 3; i <= 9; i++) s = s "," $i; print s; exit }'; }
set_pfc() { run mlnx_qos -i "$1" --pfc "$3"; }
get_roce_tos() { cma_roce_tos -d "$1"; }
set_roce_tos() { run cma_roce_tos -d "$1" -t "$3"; }
get_irq() { cat "$root/proc/irq/$1/smp_affinity_list"; }
set_irq() { write "/proc/irq/$1/smp_affinity_list" "$3"; }
get_file() { sed -e 's/.*\[\(.*\)\].*/\1/' "$root$1"; }
set_file() { write "$1" "$3"; }
get_ring() { ethtool -g "$1" | awk '/Current hardware/ { on = 1 } on && ($1 == "RX:" || $1 == "TX:") { s = s (s == "" ? "" : "/") $2 } END { split(s, n, "/"); print (n[1] == n[2] ? n[1] : s) }'; }
set_ring() { run ethtool -G "$1" rx "${3%/*}" tx "${3#*/}"; }
get_firmware() { mlxconfig -d "$1" q "$2" | awk -v k="$2" '$1 == k { v = $2; sub(/\(.*/, "", v); print v; exit }'; }
set_firmware() { run mlxconfig -y -d "$1" set "$2=$3"; }
get_offload() { ethtool -k "$1" | awk -v k="$2:" '$1 == k { print $2; exit }'; }
set_offload() { run ethtool -K "$1" "$2" "$3"; }
get_private_flag() { ethtool --show-priv-flags "$1" | awk -v k="$2" '{ f = $1; sub(/:$/, "", f) } f == k { print $NF; exit }'; }
set_private_flag() { run ethtool --set-priv-flags "$1" "$2" "$3"; }
get_service_stopped() { if [ "$(systemctl is-active "$1")" = active ]; then echo no; else echo yes; fi; }
set_service_stopped() { if [ "$3" = yes ]; then run systemctl stop "$1"; else run systemctl start "$1"; fi; }

# The limit of a unit lasts as a drop-in of its own, which --undo removes.
unit_property() { systemctl show -p "$2" "$1" | sed -n "s/^$2=//p"; }
drop_in() { printf '/etc/systemd/system/%s.d/90-headroom-memlock.conf' "$1"; }
get_unit_memlock() {
  case $(unit_property "$1" LoadState) in
    loaded) unit_property "$1" LimitMEMLOCK ;;
    not-found) echo not-installed ;;
  esac
}
set_unit_memlock() {
  if [ "$3" = infinity ]; then
    make_file "$(drop_in "$1")" '[Service]' 'LimitMEMLOCK=infinity' || return
  else
    run rm -f "$root$(drop_in "$1")" || return
  fi
  run systemctl daemon-reload
}
limits_file=/etc/security/limits.d/90-headroom-memlock.conf
get_limits_memlock() { if [ -e "$root$limits_file" ]; then echo unlimited; else echo absent; fi; }
set_limits_memlock() {
  if [ "$3" = unlimited ]; then
    make_file "$limits_file" '* soft memlock unlimited' '* hard memlock unlimited'
  else
    run rm -f "$root$limits_file"
  fi
}

tool_of() {
  case $1 in
    sysctl) echo sysctl ;;
    module_loaded) echo modprobe ;;
    pci_field) echo setpci ;;
    mtu) echo ip ;;
    pause | ring | offload | private_flag) echo ethtool ;;
    trust | pfc) echo mlnx_qos ;;
    roce_tos) echo cma_roce_tos ;;
    firmware) echo mlxconfig ;;
    service_stopped | unit_memlock) echo systemctl ;;
    irq | file | limits_memlock) ;;
    *) return 1 ;;
  esac
}

package_of() {
  case $1 in
    sysctl) echo 'procps, or procps-ng' ;;
    modprobe) echo kmod ;;
    setpci) echo pciutils ;;
    ip) echo 'iproute2, or iproute' ;;
    mlnx_qos | cma_roce_tos) echo 'mlnx-tools, part of DOCA-OFED and MLNX_OFED' ;;
    mlxconfig) echo "mft, NVIDIA's firmware tools" ;;
    systemctl) echo systemd ;;
    *) echo "$1" ;;
  esac
}

# Whether a line of the state file can be restored: a known setting of a name that is no option and leads nowhere else.
valid() {
  tool_of "$1" >/dev/null || return 1
  case $2$3 in -* | *..*) return 1 ;; esac
  case $1:$2 in file:/sys/* | file:/proc/*) ;; file:* | *:*/*) return 1 ;; esac
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
    pci_field) [ $((0x$2 & 0x${3#*:})) -eq $((0x${3%:*} & 0x${3#*:})) ] ;;
    irq) [ "$(cpus "$2")" = "$(cpus "$3")" ] ;;
    unit_memlock) [ "$2" = not-installed ] || if [ "$3" = infinity ]; then [ "$2" = infinity ]; else [ ! -e "$root$(drop_in "$4")" ]; fi ;;
    *) [ "$2" = "$3" ] ;;
  esac
}

# Whether a value needs no change: an interrupt may be on some of the wanted CPUs.
satisfied() {
  case $1 in
    irq) ! cpus "$2" | grep -q -v -x -F "$(cpus "$3")" ;;
    *) same "$@" ;;
  esac
}

# What to keep of the old value $2 of setting $1, which is to become $3.
kept() {
  case $1 in
    pci_field) printf '%x:%s' $((0x$2 & 0x${3#*:})) "${3#*:}" ;;
    *) printf '%s' "$2" ;;
  esac
}

# Whether a setting outlasts a boot by itself.
lasts() { case $1 in firmware | unit_memlock | limits_memlock) ;; *) return 1 ;; esac; }

# --- The state file. G opens a group, O is an old value and the new one, E ends it, U marks it as undone.
boot=$(cat "$root/proc/sys/kernel/random/boot_id" 2>/dev/null || echo unknown)
note() { printf '%s\n' "$1" >> "$journal" && { sync "$journal" 2>/dev/null || sync; }; }

open_journal() {
  if ! { mkdir -p "$folder" && [ -d "$folder" ] && [ ! -L "$journal" ] && : >> "$journal"; } 2>/dev/null; then
    say "cannot keep old values in $folder, so nothing is changed; --state FOLDER selects another folder" >&2
    exit 3
  fi
  # A run that was killed may have left half a line.
  [ -z "$(tail -c 1 "$journal")" ] || printf '\n' >> "$journal"
  if command -v flock >/dev/null; then
    exec 9>> "$folder/lock"
    flock -w 10 9 || { say "another run, or a tool that it began, holds $folder/lock; nothing is changed" >&2; exit 3; }
  fi
}

# Groups of the state file, last one first: open ones, or those in force.
changes_in() {
  [ -r "$journal" ] || return 0
  awk -F '\t' -v want="$1" '
    $1 == "G" { order[++n] = $2; state[$2] = "open" }
    $1 == "E" { state[$2] = $3 }
    $1 == "U" { state[$2] = "undone" }
    END { for (i = n; i > 0; i--) if (state[order[i]] == want || (want == "applied" && state[order[i]] == "half")) print order[i] }' "$journal"
}
field_of_group() { awk -F '\t' -v g="$1" -v f="$2" '$1 == "G" && $2 == g { print $f; exit }' "$journal"; }
old_values() { awk -F '\t' -v g="$1" '$1 == "O" && $2 == g { line[++n] = $0 } END { for (i = n; i > 0; i--) print line[i] }' "$journal"; }

# restore GROUP CAUTIOUS: old values of a group, last first. A cautious run leaves values that are neither old nor new.
restore() {
  restored=yes
  same_boot=yes
  [ "$(field_of_group "$1" 3)" = "$boot" ] || same_boot=no
  while IFS=$tab read -r _ _ setting one two old new <&4; do
    [ -n "$setting" ] || continue
    [ "$two" != - ] || two=''
    what="$setting $one${two:+ $two}"
    if ! valid "$setting" "$one" "$two"; then
      say "FAILED $what: the state file is damaged"; restored=no; continue
    fi
    if [ "$same_boot" = no ] && [ "$setting" = irq ]; then
      say "gone   $what: the machine has booted since, and interrupts have other numbers"; continue
    fi
    if ! now=$("get_$setting" "$one" "$two" 2>/dev/null) || [ -z "$now" ]; then
      say "FAILED $what: cannot be read; its old value is $old"; restored=no
    elif same "$setting" "$now" "$old" "$one"; then
      say "fine   $what is $old as before"
    elif [ "$same_boot" = no ] && ! lasts "$setting" && ! same "$setting" "$now" "$new" "$one"; then
      say "gone   $what is $now: the machine has booted since"
    elif [ "$2" = yes ] && ! same "$setting" "$now" "$new" "$one"; then
      say "leave  $what is $now: it was set to $new here, and to $now by something else; its old value is $old"; restored=no
    elif "set_$setting" "$one" "$two" "$old" && now=$("get_$setting" "$one" "$two" 2>/dev/null) && same "$setting" "$now" "$old" "$one"; then
      say "back   $what: $old"
      if [ "$same_boot" = no ] && ! lasts "$setting"; then
        say "hand   something sets $what at boot: remove that too"
      fi
    else
      say "FAILED $what: still $now, its old value is $old"; restored=no
    fi
  done 4<<EOF
$(old_values "$1")
EOF
  [ "$restored" = yes ]
}

# Groups that a killed run left open.
recover() {
  for each in $(changes_in open); do
    say "a run of $(field_of_group "$each" 4) was cut short in the group '$(field_of_group "$each" 5)'; its old values come back first"
    if restore "$each" no; then note "E${tab}$each${tab}back"; else note "E${tab}$each${tab}half"; status=1; fi
  done
}

open='' title='' done_groups=0 fine_groups=0 left_groups=0 refused_groups=0 hands=0 rules=''
stopped() {
  trap '' INT TERM HUP
  if [ "$action" = undo ]; then
    say "interrupted (SIG$1) in --undo: run it again to restore the rest"
    exit "$2"
  fi
  if [ -n "$open" ]; then
    say "interrupted (SIG$1) in the group '$title'; its old values come back"
    if restore "$open" no; then
      note "E${tab}$open${tab}back"
      say "state: '$title' is as before; groups before it that are changed: $done_groups; groups after it are not begun"
    else
      note "E${tab}$open${tab}half"
      say "state: '$title' is HALF changed, see FAILED above; groups before it that are changed: $done_groups"
    fi
  else
    say "interrupted (SIG$1) between two groups; changed: $done_groups; the others are not begun"
  fi
  say 'run it again to go on, or with --undo to go back'
  exit "$2"
}
if [ "$dry" = no ]; then
  trap 'stopped INT 130' INT
  trap 'stopped TERM 143' TERM
  trap 'stopped HUP 129' HUP
  trap '' PIPE
fi

# --- A group: begin, then its steps, then commit.
begin() {
  kind=$1 title=$2 queue='' checks='' missing=''
  [ -z "$other" ] || say "group  $title"
}

# change SETTING NAME NAME VALUE DISRUPTIVE WHY
change() {
  queue="$queue$1$tab$2$tab${3:--}$tab$4$tab$5$tab$6
"
}

# What must be true of the switch before the group's first step.
switch_first() {
  checks="$checks$1$tab$2$tab$3$tab${4:--}
"
}

refuse() { say "REFUSE $title: $1; nothing of this group is changed"; refused_groups=$((refused_groups + 1)); status=1; }

# Prints each step without a look at this machine.
print_only() {
  while IFS=$tab read -r setting one two value _ why <&3; do
    [ -n "$setting" ] || continue
    [ "$two" != - ] || two=''
    say "step   $setting $one${two:+ $two} -> $value ($why)"
    "set_$setting" "$one" "$two" "$value"
  done 3<<EOF
$queue
EOF
}

# Whether the switch end of an interface is set up: by LLDP, or by a question.
ask_switch() {
  case $1 in
    pfc)
      seen=$(command -v lldptool >/dev/null && lldptool -t -n -i "$2" -V PFC 2>/dev/null </dev/null | sed -n 's/.*PFC enabled: *//p')
      if [ -n "$seen" ]; then
        case " $seen " in *" $3 "*) say "before switch port of $2: LLDP says that PFC is on for priority $3"; return 0 ;; esac
        refuse "the switch port of $2${4:+ ($4)} has PFC on for: $seen, not for $3 (LLDP); change the switch first"; return 1
      fi
      question="is PFC on for priority $3, with ECN marks, at the switch port of $2${4:+ ($4)}" ;;
    mtu)
      seen=$(command -v lldpcli >/dev/null && lldpcli show neighbors ports "$2" details 2>/dev/null </dev/null | sed -n 's/.*MFS: *\([0-9]*\).*/\1/p' | head -n 1)
      if [ -n "$seen" ]; then
        if [ "$seen" -ge $(($3 + 18)) ]; then say "before switch port of $2: LLDP says that it takes frames of $seen bytes"; return 0; fi
        refuse "the switch port of $2${4:+ ($4)} takes frames of $seen bytes (LLDP), and an MTU of $3 needs $(($3 + 18)); change the switch first"; return 1
      fi
      question="does the switch port of $2${4:+ ($4)} take frames of $(($3 + 18)) bytes" ;;
  esac
  if [ "$switch_ready" = yes ]; then
    say "before switch port of $2: set up, says --switch-ready"
  elif [ "$dry" = yes ]; then
    say "before asks: $question?"
  elif [ -t 0 ]; then
    printf '%s? yes or no: ' "$question"
    read -r answer || answer=no
    [ "$answer" = yes ] || { refuse "answer '$answer' to: $question"; return 1; }
  else
    refuse "$question? LLDP does not say; look, then add --switch-ready"; return 1
  fi
}

# PFC that firmware or lldpad takes from the switch does not stay as a host sets it.
ask_dcbx() {
  if mlnx_qos -i "$1" 2>/dev/null </dev/null | grep -q 'DCBX mode: *Firmware'; then
    refuse "firmware controls PFC of $1 by DCBX: set it at the switch, or run mlnx_qos -i $1 -d os first"; return 1
  fi
  if [ "$(systemctl is-active lldpad.service 2>/dev/null)" = active ]; then
    say "before lldpad runs and may overwrite PFC of $1: lldptool -T -i $1 -V PFC sets its values"
  fi
}

commit() {
  if [ -n "$other" ]; then print_only; return; fi
  if [ "$kind" = tuning ] && [ "$tunings" = no ]; then
    say "tuning $title: only with --tunings"; return
  fi
  [ -n "$queue" ] || return 0
  todo='' all='' worst=no
  while IFS=$tab read -r setting one two value hard why <&3; do
    [ -n "$setting" ] || continue
    tool=$(tool_of "$setting") || { refuse "unknown setting $setting"; return; }
    if [ -n "$tool" ] && ! command -v "$tool" >/dev/null; then
      case " $missing" in *" $tool "*) ;; *) missing="$missing$tool " ;; esac
    fi
  done 3<<EOF
$queue
EOF
  if [ -n "$missing" ]; then
    list=''
    for tool in $missing; do list="$list${list:+ and }$tool is missing (package $(package_of "$tool"))"; done
    refuse "$list"; return
  fi
  while IFS=$tab read -r setting one two value hard why <&3; do
    [ -n "$setting" ] || continue
    name=$two
    [ "$two" != - ] || name=''
    what="$setting $one${name:+ $name}"
    case $tab$rules$tab in *"$tab$why$tab"*) ;; *) rules="$rules${rules:+$tab}$why" ;; esac
    if ! old=$("get_$setting" "$one" "$name" 2>/dev/null </dev/null) || [ -z "$old" ]; then
      refuse "$what cannot be read here ($why)"; return
    fi
    if satisfied "$setting" "$old" "$value" "$one"; then
      all="$all
fine   $what is $old"
    else
      old=$(kept "$setting" "$old" "$value")
      todo="$todo$setting$tab$one$tab$two$tab$old$tab$value$tab$why
"
      [ "$hard" = no ] || worst=yes
      all="$all
       $what: $old -> $value ($why)"
    fi
  done 3<<EOF
$queue
EOF
  if [ -z "$todo" ]; then
    say "fine   $title$all"; fine_groups=$((fine_groups + 1)); daemons; return
  fi
  if [ "$worst" = yes ] && [ "$disruptive" = no ]; then
    left_groups=$((left_groups + 1))
    if [ "$dry" = yes ]; then
      say "leave  $title: disruptive, so only with --disruptive"
      show
    else
      say "leave  $title: disruptive, so only with --disruptive$all"
    fi
    return
  fi
  while IFS=$tab read -r check one three four <&3; do
    [ -n "$check" ] || continue
    [ "$four" != - ] || four=''
    [ "$check" != pfc ] || ask_dcbx "$one" || return
    ask_switch "$check" "$one" "$three" "$four" || return
  done 3<<EOF
$checks
EOF
  if [ "$dry" = yes ]; then
    say "would  $title"
    show
    done_groups=$((done_groups + 1))
  else
    apply
  fi
}

# The changes of a group with their commands.
show() {
  while IFS=$tab read -r setting one two old value why <&3; do
    [ -n "$setting" ] || continue
    [ "$two" != - ] || two=''
    say "would  $setting $one${two:+ $two}: $old -> $value ($why)"
    "set_$setting" "$one" "$two" "$value"
  done 3<<EOF
$todo
EOF
}

# Makes the changes of a group, after its old values are on disk.
apply() {
  open="$(date -u +%Y%m%dT%H%M%SZ)-$$-$((done_groups + refused_groups))"
  note "G$tab$open$tab$boot$tab$(date -u +%Y-%m-%dT%H:%M:%SZ)$tab$title" || exit 3
  note "$(printf '%s' "$todo" | awk -F '\t' -v g="$open" 'BEGIN { OFS = FS } { print "O", g, $1, $2, $3, $4, $5 }')" || exit 3
  say "change $title"
  while IFS=$tab read -r setting one two old value why <&3; do
    [ -n "$setting" ] || continue
    [ "$two" != - ] || two=''
    what="$setting $one${two:+ $two}"
    if "set_$setting" "$one" "$two" "$value" && now=$("get_$setting" "$one" "$two" 2>/dev/null) && same "$setting" "$now" "$value" "$one"; then
      say "done   $what: $old -> $value ($why)"
    else
      say "FAILED $what: wanted $value, is $("get_$setting" "$one" "$two" 2>/dev/null); the group's old values come back"
      status=1
      refused_groups=$((refused_groups + 1))
      if restore "$open" no; then
        note "E${tab}$open${tab}back"
        say "state: '$title' is as before"
      else
        note "E${tab}$open${tab}half"
        say "state: '$title' is HALF changed"
      fi
      open=''
      return
    fi
  done 3<<EOF
$todo
EOF
  done_groups=$((done_groups + 1))
  note "E$tab$open${tab}applied"
  open=''
  daemons
}

# Units whose running processes still have the old limit.
daemons() {
  while IFS=$tab read -r setting one _ <&3; do
    [ "$setting" = unit_memlock ] || continue
    pid=$(unit_property "$one" MainPID)
    [ "$one" != slurmd.service ] || [ "$(get_unit_memlock "$one")" = not-installed ] ||
      by_hand 'Slurm gives jobs the limit of the shell that submits them, unless slurm.conf has PropagateResourceLimitsExcept=MEMLOCK'
    if [ "${pid:-0}" != 0 ] && ! grep -q '^Max locked memory *unlimited' "$root/proc/$pid/limits" 2>/dev/null; then
      by_hand "processes of $one keep the old limit until: systemctl restart $one"
    fi
  done 3<<EOF
$queue
EOF
}

# --- Steps that are worked out on the machine.
# Whether to work out such steps: not for another machine, and not for tunings that are not wanted.
works_out() {
  if [ -n "$other" ]; then say "step   $1 ($2), worked out on the machine"; return 1; fi
  [ "$kind" != tuning ] || [ "$tunings" = yes ]
}

# Each CPU's governor.
all_governors() {
  works_out "the governor $1 on each CPU" "$2" || return 0
  count=0
  for path in "$root"/sys/devices/system/cpu/cpu[0-9]*/cpufreq/scaling_governor; do
    [ -e "$path" ] || continue
    change file "${path#"$root"}" '' "$1" no "$2"
    count=$((count + 1))
  done
  [ "$count" -gt 0 ] || say 'skip   the CPUs have no frequency governor'
}

# Each interrupt of an interface's queues on a CPU of its own, those of the NIC's NUMA node first.
spread_interrupts() {
  works_out "each interrupt of $1 on a CPU of its own, first of the NIC's NUMA node" "$2" || return 0
  is_up "$1" || return 0
  device=$root/sys/class/net/$1/device
  near=$(cpus "$(cat "$device/local_cpulist" 2>/dev/null)" 2>/dev/null)
  far=$(cpus "$(cat "$root/sys/devices/system/cpu/online" 2>/dev/null)" 2>/dev/null)
  if [ -z "$near" ] || [ ! -d "$device/msi_irqs" ]; then
    say "skip   $1: its CPUs or its interrupts are not known here"; return
  fi
  for cpu in $far; do
    case "
$near
" in *"
$cpu
"*) ;; *) near="$near
$cpu" ;; esac
  done
  rest=$near
  for irq in $(for path in "$device"/msi_irqs/*; do printf '%s\n' "${path##*/}"; done | sort -n); do
    [ -e "$root/proc/irq/$irq/smp_affinity_list" ] || continue
    # Commands, events and pages of the NIC have interrupts that no queue has.
    ! grep "^ *$irq:" "$root/proc/interrupts" 2>/dev/null | grep -q -E 'async|pages|cmd|ctrl' || continue
    change irq "$irq" '' "${rest%%
*}" no "$2"
    case $rest in
      *"
"*) rest=${rest#*
} ;;
      *) rest=$near ;;
    esac
  done
}

# Whether an interface is up; only such a one is tuned.
is_up() {
  [ "$(cat "$root/sys/class/net/$1/operstate" 2>/dev/null)" = up ] || { say "skip   $1 is not up"; return 1; }
}

# LRO in hardware, which mlnx_tune sets for ConnectX-5, ConnectX-6, BlueField and BlueField-2.
hardware_lro() {
  if [ -z "$other" ]; then
    works_out '' '' || return 0
    case $(cat "$root/sys/class/net/$1/device/device" 2>/dev/null) in
      0x1017 | 0x1018 | 0x1019 | 0x101a | 0x101b | 0x101c | 0xa2d2 | 0xa2d6) ;;
      *) say "skip   $1: mlnx_tune leaves LRO of this NIC model alone"; return ;;
    esac
  fi
  if_there private_flag "$1" hw_lro on "$2"
}

# An offload or private flag, where the driver has it.
if_there() {
  if [ -n "$other" ]; then change "$1" "$2" "$3" "$4" no "$5"; return; fi
  works_out "$1 $2 $3 $4" "$5" || return 0
  is_up "$2" || return 0
  if command -v ethtool >/dev/null && [ -z "$("get_$1" "$2" "$3" 2>/dev/null)" ]; then
    say "skip   $1 $2 $3: the driver has none"
  else
    change "$1" "$2" "$3" "$4" no "$5"
  fi
}

# --- Parts.
mine=no parts=''
for_host() {
  parts="$parts${parts:+, }${1:-no machine by name}"
  if [ -n "$other" ]; then [ "$1" = "${other#=}" ] || return 1
  elif [ -n "$self" ]; then [ "$1" = "${self#=}" ] || return 1
  elif [ -z "$1" ]; then
    if [ "$dry" = no ]; then say "no     part without a machine's name: --this-is '' applies it here"; return 1; fi
  elif [ "$1" != "$host" ] && [ "$1" != "${host%%.*}" ]; then return 1
  fi
  mine=yes
  say "== ${1:-any machine}${2:+ ($2)}"
}

# Another machine's part that comes before this one.
after() { say "first  $1: its part comes before this one (--host $1 prints it)"; }

# What no script does, so that a dry run shows it too.
by_hand() { say "hand   $1"; hands=$((hands + 1)); }

# The rules of the changes, by an audit of this machine.
audit_again() {
  only=$(printf '%s' "$rules" | tr ',' '\t' | tr '\t' '\n' | grep -E '^ *[a-z]+\.[a-z0-9-]+$' | tr -d ' ' | sort -u | tr '\n' ',')
  command="headroom audit${only:+ --only ${only%,}}"
  found=$(PATH=$user_path; command -v headroom)
  if [ -z "$found" ]; then
    say "next   headroom is not in PATH: run $command on this machine to see what is left"; return
  fi
  say "audit  $command"
  (PATH=$user_path; export PATH; exec "$found" audit ${only:+--only "${only%,}"}) </dev/null
  case $? in
    0) say 'left   nothing: the audit finds no fault of these rules' ;;
    1) say 'left   the findings above' ;;
    *) say "left   not known: the audit did not run; run $command" ;;
  esac
}

end() {
  if [ -z "$parts" ]; then
    say 'nothing to change: the audit proposes no changes'
  elif [ "$mine" = no ]; then
    name=$host
    [ -z "$other" ] || name=${other#=}
    [ -z "$self" ] || name=${self#=}
    say "no changes for $name: this file is for $parts (--host NAME prints the part of one of them)"
    [ -z "$other$self" ] || exit 2
  elif [ -n "$other" ]; then
    say 'nothing was read or changed: this is the part of another machine'
  elif [ "$dry" = yes ]; then
    say "nothing was changed. Groups that --apply changes: $done_groups; as wanted: $fine_groups; refused: $refused_groups; disruptive: $left_groups. Steps by hand: $hands"
  else
    [ "$done_groups$refused_groups$left_groups" != 000 ] || say 'nothing to do: each group is as wanted'
    say "groups changed: $done_groups; as wanted: $fine_groups; refused: $refused_groups; disruptive: $left_groups. Steps by hand: $hands"
    if [ "$done_groups" -gt 0 ]; then
      say "old values are in $journal; --undo restores them"
      audit_again
    fi
  fi
  exit $status
}

if [ "$action" = status ]; then
  for each in $(changes_in open); do say "open   $(field_of_group "$each" 5) of $(field_of_group "$each" 4): that run was cut short; --apply or --undo restores its old values"; done
  for each in $(changes_in applied); do
    say "in force $(field_of_group "$each" 5), of $(field_of_group "$each" 4)"
    old_values "$each" | awk -F '\t' '{ print "         " $3 " " $4 ($5 == "-" ? "" : " " $5) ": " $6 " -> " $7 }'
  done
  [ -n "$(changes_in open)$(changes_in applied)" ] || say "no changes are in force by $journal"
  exit 0
fi
if [ "$action" = undo ]; then
  [ -r "$journal" ] || { say "nothing to undo: there is no $journal"; exit 0; }
  open_journal
  recover
  count=0
  for each in $(changes_in applied); do
    count=$((count + 1))
    say "undo   $(field_of_group "$each" 5), of $(field_of_group "$each" 4)"
    missing=''
    for setting in $(old_values "$each" | cut -f 3 | sort -u); do
      tool=$(tool_of "$setting") || continue
      [ -z "$tool" ] || command -v "$tool" >/dev/null || missing="$missing${missing:+ and }$tool is missing (package $(package_of "$tool"))"
    done
    if [ -n "$missing" ]; then
      say "REFUSE $missing; nothing of this group is changed"; status=1
    elif restore "$each" yes; then
      note "U$tab$each"
    else
      status=1
    fi
  done
  [ "$count" -gt 0 ] || say "nothing to undo: no change of $journal is in force"
  exit $status
fi
if [ "$dry" = no ]; then
  open_journal
  recover
elif [ -z "$other" ] && [ -n "$(changes_in open)" ]; then
  say "a run was cut short in the group '$(field_of_group "$(changes_in open | head -n 1)" 5)'; --apply or --undo restores its old values first"
fi

# --- What to change.
