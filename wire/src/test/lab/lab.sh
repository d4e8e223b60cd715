#!/bin/bash
# A real RDMA peer on one machine: guests whose Linux kernel runs soft-RoCE (rdma_rxe), with rdma-core and perftest, in a network
# namespace that nothing leaves. Nobody here wrote that peer: what it takes is RoCEv2.
#
#   lab.sh install        fetch Debian's packages and build the guests' file system (root; once; about 700 MB, 2 minutes)
#   lab.sh up [GUESTS]    namespace headroom-lab, this side 10.77.0.1, guests 10.77.0.2 and on (two unless told otherwise)
#   lab.sh guest N [CMD]  run a command in guest N, counted from 1, or a script from standard input; ends as it ends
#   lab.sh run CMD...     run a command of this machine inside the namespace
#   lab.sh java HOME CLASSES   make a small runtime of that JDK for the guests, with the classes of that class path; there
#                         '/share/java MAIN ARGS' runs them
#   lab.sh cut N          take guest N off its bridge: a program that holds TAP interfaces nearN and farN is its only way
#   lab.sh mend N         and put it back
#   lab.sh status         0 if all guests answer
#   lab.sh down           end the guests, remove the namespace
#
# With hardware help (KVM) where that works, else emulated: then a guest moves 3 to 20 MB/s. It is for correctness, not for speed.
# Everything is in $HEADROOM_LAB, by default /var/cache/headroom-lab.
set -euo pipefail
HERE=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
LAB=${HEADROOM_LAB:-/var/cache/headroom-lab}
NS=${HEADROOM_LAB_NAMESPACE:-headroom-lab}
NET=10.77.0
SHELL_PORT=2323
export PATH=$PATH:/usr/sbin:/sbin

say() { echo "lab: $*" >&2; }
die() { say "$*"; exit 3; }

# What the guests have beside busybox, whose grep knows no --null.
PACKAGES=busybox-static,rdma-core,ibverbs-providers,ibverbs-utils,rdmacm-utils,perftest,iproute2,kmod,libibumad3,grep
PROGRAMS=(ib_write_bw ib_write_lat ib_read_bw ib_read_lat ib_send_bw ib_send_lat ib_atomic_bw ib_atomic_lat ibv_devinfo
  ibv_rc_pingpong ibv_uc_pingpong ibv_ud_pingpong ibv_srq_pingpong rping ucmatose udaddy rdma ip grep)
MODULES=(crc32_generic crc32c_generic virtio_pci virtio_net virtio_rng 9p 9pnet_virtio ib_uverbs ib_umad rdma_ucm rdma_rxe dummy)

install() {
  [[ $(id -u) == 0 ]] || die "only root can install packages and make namespaces"
  mkdir -p "$LAB"
  cd "$LAB"
  export DEBIAN_FRONTEND=noninteractive
  local need=() pair
  for pair in qemu-system-x86_64:qemu-system-x86 mmdebstrap:mmdebstrap ip:iproute2 cpio:cpio depmod:kmod tcpdump:tcpdump; do
    command -v "${pair%%:*}" >/dev/null || need+=("${pair#*:}")
  done
  [[ -e /usr/share/seabios/bios-256k.bin ]] || need+=(seabios)
  if ((${#need[@]})); then
    apt-get update -q || say "apt-get update failed; going on with what is here"
    apt-get install -q -y --no-install-recommends "${need[@]}"
  fi
  kernel
  [[ -e root/usr/bin/ib_write_bw && -e root/bin/grep ]] || {
    rm -rf root
    mmdebstrap --quiet --variant=extract --include=$PACKAGES bookworm root
  }
  build
}

# The kernel of Debian 12, unpacked and not installed.
kernel() {
  ls kernel/boot/vmlinuz-* >/dev/null 2>&1 && return
  local name
  name=$(apt-cache depends linux-image-amd64 | sed -n 's/.*Depends: \(linux-image-6[^ ]*\)$/\1/p' | head -1)
  [[ $name ]] || die "apt knows no linux-image-amd64: is this Debian 12, and has 'apt-get update' been run?"
  rm -rf kernel ./*.deb
  apt-get download -q "$name"
  dpkg -x "$name"_*.deb kernel
  rm -f ./*.deb
}

# A small initial file system: the programs, the libraries they name, the modules and what those need.
build() {
  local version image=image program library module file
  version=$(basename kernel/boot/vmlinuz-*)
  version=${version#vmlinuz-}
  rm -rf $image
  mkdir -p $image/{bin,usr/bin,usr/lib/x86_64-linux-gnu/libibverbs,lib,lib64,proc,sys,dev,tmp,run,share,root,etc/libibverbs.d}
  ln -s ../usr/lib/x86_64-linux-gnu $image/lib/x86_64-linux-gnu
  cp root/bin/busybox $image/bin/
  for program in "${PROGRAMS[@]}"; do
    file=$(find root/usr/bin root/usr/sbin root/bin root/sbin -maxdepth 1 -name "$program" -print -quit)
    [[ $file ]] || die "the packages have no $program"
    cp -L "$file" $image/usr/bin/
  done
  cp root/etc/libibverbs.d/rxe.driver $image/etc/libibverbs.d/
  cp root/usr/lib/x86_64-linux-gnu/libibverbs/librxe-rdmav34.so $image/usr/lib/x86_64-linux-gnu/libibverbs/
  cp -L root/lib64/ld-linux-x86-64.so.2 $image/lib64/
  for file in $image/usr/bin/* $image/usr/lib/x86_64-linux-gnu/libibverbs/*; do
    file=/${file#$image/}
    [[ -e root$file ]] || file=${file#/usr}
    chroot root /lib64/ld-linux-x86-64.so.2 --list "$file" 2>/dev/null || true
  done | awk '$3 ~ /^\// {print $3}' | sort -u | while read -r library; do cp -L "root$library" $image/usr/lib/x86_64-linux-gnu/; done
  # Threads that are cancelled need the first, and nothing names it; a Java runtime names the others.
  for library in libgcc_s.so.1 libdl.so.2 libpthread.so.0 librt.so.1; do
    cp -L root/lib/x86_64-linux-gnu/$library $image/usr/lib/x86_64-linux-gnu/
  done
  depmod -b kernel "$version"
  for module in "${MODULES[@]}"; do
    modprobe -d kernel -S "$version" --show-depends "$module" || say "the kernel has no module $module"
  done | awk '/^insmod/ {print $2}' | sort -u | while read -r file; do
    file=${file#"$LAB"/kernel/}
    mkdir -p "$image/$(dirname "$file")"
    cp "kernel/$file" "$image/$file"
  done
  cp kernel/lib/modules/"$version"/modules.{order,builtin,builtin.modinfo} $image/lib/modules/"$version"/
  depmod -b $image "$version"
  install_init "$image"
  (cd $image && find . | cpio -o -H newc --quiet | gzip -1) >image.gz
}

install_init() {
  cp "$HERE/guest-init.sh" "$1/init"
  chmod +x "$1/init"
  echo 'root:x:0:0:root:/root:/bin/sh' >"$1/etc/passwd"
  echo '127.0.0.1 localhost' >"$1/etc/hosts"
}

network() {
  local guests=$1 i
  ip netns add $NS
  ip -n $NS link set lo up
  ip -n $NS link add lab type bridge stp_state 0
  ip -n $NS address add $NET.1/24 dev lab
  for ((i = 1; i <= guests; i++)); do
    ip -n $NS tuntap add dev guest$i mode tap
    ip -n $NS link set guest$i master lab up
  done
  ip -n $NS link set lab up
}

# On a busy machine an emulated timer may be late, which a kernel that checks it takes for broken.
boot() {
  local i=$1 accel=$2 version
  version=$(basename "$LAB"/kernel/boot/vmlinuz-*)
  rm -f "$LAB/guest$i.log"
  ip netns exec $NS qemu-system-x86_64 -machine q35 -accel "$accel" -cpu max -smp 1 -m 512 \
    -nodefaults -no-user-config -no-reboot -display none -serial "file:$LAB/guest$i.log" -pidfile "$LAB/guest$i.pid" -daemonize \
    -kernel "$LAB/kernel/boot/$version" -initrd "$LAB/image.gz" \
    -append "console=ttyS0 loglevel=4 panic=1 no_timer_check mitigations=off net.ifnames=0 lab.address=$NET.$((i + 1))/24 lab.name=guest$i" \
    -netdev "tap,id=net,ifname=guest$i,script=no,downscript=no,vhost=off" \
    -device "virtio-net-pci,netdev=net,mac=52:54:00:77:00:0$((i + 1)),romfile=" -device virtio-rng-pci \
    -virtfs "local,path=$LAB/share,mount_tag=share,security_model=none,readonly=on" >"$LAB/guest$i.err" 2>&1
}

ready() {
  local i=$1 tenths=$2
  for ((; tenths > 0; tenths--)); do
    grep -q 'lab: ready' "$LAB/guest$i.log" 2>/dev/null && return
    sleep 0.1
  done
  return 1
}

end() {
  local pid=$LAB/guest$1.pid
  [[ -s $pid ]] || return 0
  kill "$(cat "$pid")" 2>/dev/null || true
  rm -f "$pid"
}

up() {
  local guests=${1:-2} accel="tcg,thread=multi" i
  [[ $(id -u) == 0 ]] || die "only root can make namespaces"
  [[ -e $LAB/image.gz ]] || die "nothing in $LAB: run '$0 install' first"
  [[ ! -e /run/netns/$NS ]] || die "the lab is up already; '$0 down' ends it"
  mkdir -p "$LAB/share"
  network "$guests"
  trap 'say "could not start:"; tail -n 3 "$LAB"/guest*.err "$LAB"/guest*.log >&2 2>/dev/null; down' ERR
  # KVM may be there and not work: nested in another machine a guest may stand still. The first guest shows which it is.
  if [[ -w /dev/kvm && ${HEADROOM_LAB_KVM:-try} != no ]] && boot 1 kvm && ready 1 100; then
    accel=kvm
  else
    end 1
    sleep 0.3
    boot 1 "$accel"
  fi
  for ((i = 2; i <= guests; i++)); do boot "$i" "$accel"; done
  for ((i = 1; i <= guests; i++)); do ready "$i" 1200; done
  trap - ERR
  echo "$guests" >"$LAB/guests"
  say "$guests guests are ready (${accel%%,*})"
}

# C1 alone and the archive of the JDK's own classes: an emulated guest has no time for more.
runtime() {
  local home=$1 each number=0 share=$LAB/share
  mkdir -p "$share"
  if [[ ! -e $share/jre || $(cat "$share/jre.of" 2>/dev/null) != "$home" ]]; then
    rm -rf "$share/jre"
    "$home/bin/jlink" --add-modules java.base,java.logging,java.management,java.xml,jdk.unsupported --strip-debug \
      --no-header-files --no-man-pages --generate-cds-archive --output "$share/jre"
    echo "$home" >"$share/jre.of"
  fi
  rm -rf "$share/classes"
  mkdir -p "$share/classes"
  while read -r -d : each; do
    number=$((number + 1))
    if [[ -d $each ]]; then
      "$home/bin/jar" --create --no-compress --file "$share/classes/$number.jar" -C "$each" .
    elif [[ -f $each ]]; then
      cp "$each" "$share/classes/$number.jar"
    fi
  done <<<"$2:"
  cat >"$share/java" <<'END'
#!/bin/sh
exec /share/jre/bin/java -Xss4m -Xmx200m -XX:+UseSerialGC -XX:TieredStopAtLevel=1 --enable-native-access=ALL-UNNAMED \
  -cp '/share/classes/*' "$@"
END
  chmod +x "$share/java"
}

# What goes to a TAP interface is whole: neither checksums nor segments are left to a device.
cut() {
  local i=$1
  ip -n $NS tuntap add dev near$i mode tap
  ip -n $NS tuntap add dev far$i mode tap
  ip -n $NS link add beyond$i type bridge stp_state 0
  ip -n $NS link set near$i txqueuelen 10000 master lab up
  ip -n $NS link set far$i txqueuelen 10000 master beyond$i up
  ip -n $NS link set guest$i master beyond$i
  ip -n $NS link set beyond$i up
}

mend() {
  local i=$1
  ip -n $NS link set guest$i master lab
  ip -n $NS link delete near$i
  ip -n $NS link delete far$i
  ip -n $NS link delete beyond$i
}

down() {
  local file
  for file in "$LAB"/guest*.pid; do
    file=${file##*/guest}
    end "${file%.pid}"
  done
  ip netns delete $NS 2>/dev/null || true
}

# The guest's shell reads a script and closes when that ends; its last line is the exit code. Lines are shown as they come.
guest() {
  local i=$1 line script code=124
  shift
  if (($#)); then script=$*; else script=$(cat); fi
  while IFS= read -r line || [[ $line ]]; do
    if [[ $line =~ ^(.*)lab-exit\ ([0-9]+)$ ]]; then
      printf %s "${BASH_REMATCH[1]}"
      code=${BASH_REMATCH[2]}
    else
      printf '%s\n' "$line"
    fi
  done < <(ip netns exec $NS timeout "${LAB_TIMEOUT:-120}" bash -c '
    exec 3<>"/dev/tcp/$1/$2" && { printf "exec 2>&1\n("; cat; printf ")\necho \"lab-exit \$?\"\nexit\n"; } >&3 && cat <&3' \
    - "$NET.$((i + 1))" $SHELL_PORT <<<"$script")
  return "$code"
}

status() {
  local i guests
  [[ -e /run/netns/$NS && -e $LAB/guests ]] || { say "not up"; return 1; }
  guests=$(cat "$LAB/guests")
  for ((i = 1; i <= guests; i++)); do
    LAB_TIMEOUT=20 guest $i 'test -e /sys/class/infiniband/rxe0' || { say "guest $i does not answer"; return 1; }
  done
}

case ${1:-} in
  install) install ;;
  up) up "${2:-2}" ;;
  down) down ;;
  guest) shift; guest "$@" ;;
  run) shift; exec ip netns exec $NS "$@" ;;
  java) runtime "$2" "$3" ;;
  cut) cut "$2" ;;
  mend) mend "$2" ;;
  status) status ;;
  *) sed -n '2,19s/^# \{0,1\}//p' "$0"; exit 2 ;;
esac
