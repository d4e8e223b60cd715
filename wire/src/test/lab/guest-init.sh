#!/bin/busybox sh
# The first program of a guest: an address on eth0, soft-RoCE on it, and a shell for whoever connects to port 2323.
/bin/busybox mount -t proc proc /proc
/bin/busybox mount -t sysfs sys /sys
/bin/busybox mount -t devtmpfs dev /dev
/bin/busybox mkdir -p /usr/sbin /sbin
/bin/busybox --install -s
export PATH=/usr/bin:/bin:/usr/sbin:/sbin HOME=/root
mount -t tmpfs tmp /tmp
for word in $(cat /proc/cmdline); do
  case $word in
    lab.address=*) address=${word#*=} ;;
    lab.name=*) hostname "${word#*=}" ;;
  esac
done
for module in crc32_generic crc32c_generic virtio_pci virtio_net virtio_rng 9p 9pnet_virtio ib_uverbs ib_umad rdma_ucm rdma_rxe; do
  modprobe $module || echo "lab: no module $module"
done
mount -t 9p -o trans=virtio,version=9p2000.L,ro share /share || echo "lab: nothing shared"
ip link set lo up
ip address add "$address" dev eth0
ip link set eth0 up
rdma link add rxe0 type rxe netdev eth0 && echo "lab: ready after $(cut -d' ' -f1 /proc/uptime) s"
# More than one l: for ever. As many connections as there are may wait to be accepted; were there two, a slow guest's kernel
# would answer those that are more with SYN cookies, and some then with a reset.
while :; do nc -llllllllllllllllllllllllllllllll -p 2323 -e /bin/sh; sleep 1; done
