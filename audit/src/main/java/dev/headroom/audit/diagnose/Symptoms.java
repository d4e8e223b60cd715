package dev.headroom.audit.diagnose;

import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Every symptom there is a tree for. */
public final class Symptoms {
  private static final String LOG =
      "NCCL_DEBUG=INFO NCCL_DEBUG_SUBSYS=INIT,NET,GRAPH all_reduce_perf";
  private static final String LSPCI = "lspci -vvv  # as root";

  private static final List<Symptom> ALL =
      List.of(
          gpuDirect(), roceLoss(), registration(), goodput(), timeouts(), tcpFallback(), upgrade());

  private Symptoms() {}

  public static List<Symptom> all() {
    return ALL;
  }

  public static List<String> ids() {
    return ALL.stream().map(Symptom::id).toList();
  }

  /** By its id, or the one whose words come up most in what somebody wrote. */
  public static Optional<Symptom> named(String text) {
    String small = text.toLowerCase(Locale.ROOT);
    Optional<Symptom> exact = ALL.stream().filter(each -> each.id().equals(small)).findFirst();
    return exact.isPresent()
        ? exact
        : ALL.stream()
            .filter(each -> hits(each, small) > 0)
            .max(Comparator.comparingLong(each -> hits(each, small)));
  }

  private static long hits(Symptom symptom, String text) {
    return symptom.words().stream().filter(text::contains).count();
  }

  private static Step ask(String question, String run, String look, String then, String... rules) {
    return new Step(question, List.of(rules), run, look, then);
  }

  private static Symptom gpuDirect() {
    return new Symptom(
        "gpudirect",
        "GPUDirect does not work",
        "host CPUs are busy and the bandwidth of GPU memory is far below that of host memory",
        List.of("gpudirect", "gdr", "peermem", "cpu", "dma-buf"),
        List.of(
            ask(
                "Does the job's log say that channels go without GPUDirect, or over sockets?",
                LOG,
                "channels via NET/IB/n/GDRDMA; without GDRDMA they are copied through the host",
                "go on to find out why",
                "nccl.without-gpudirect",
                "nccl.socket-transport"),
            ask(
                "Is neither nvidia-peermem loaded nor DMA-BUF there, or does it not fit the RDMA core?",
                "lsmod; dmesg",
                "nvidia_peermem in the list; 'Invalid argument' of it in the log",
                "modprobe nvidia-peermem; after a driver change build it anew",
                "gpudirect.peermem",
                "gpudirect.peermem-invalid",
                "nccl.dmabuf-unsupported"),
            ask(
                "Is GPUDirect switched off by the job's own settings?",
                "env | grep NCCL_; cat /etc/nccl.conf",
                "NCCL_NET_GDR_LEVEL, NCCL_NET_GDR_READ, NCCL_DMABUF_ENABLE, NCCL_IB_DISABLE",
                "take these settings away",
                "gpudirect.gdr-forced-off",
                "gpudirect.gdr-read-off",
                "nccl.gdr-level-legacy",
                "nccl.dmabuf-off"),
            ask(
                "Is every NIC farther from its GPU than a PCIe switch?",
                "nvidia-smi topo -m",
                "PIX or PXB between each GPU and a NIC",
                "put the NIC below the GPU's switch, or measure NCCL_NET_GDR_LEVEL=PHB",
                "gpudirect.distance",
                "gpudirect.no-near-nic"),
            ask(
                "Do bridges between GPU and NIC send their traffic up to the root complex (ACS), or does"
                    + " the IOMMU translate it?",
                LSPCI + "; cat /proc/cmdline",
                "ACSCtl: ReqRedir- CmpltRedir- on the bridges above both; iommu=pt",
                "clear the bits on a host without guests; pass DMA through the IOMMU",
                "pcie.acs-redirect",
                "pcie.iommu-translates"),
            ask(
                "Do GPUs show only a small part of their memory on PCIe?",
                LSPCI,
                "Region 1 as large as the memory",
                "switch on Resizable BAR and Above 4G Decoding in the BIOS",
                "pcie.gpu-bar"),
            ask(
                "Is the plain path slow as well, without NCCL?",
                "ib_write_bw --use_cuda=0 -d mlx5_0 PEER, beside the same without --use_cuda",
                "both alike: the NIC reaches GPU memory; look at NCCL then",
                "if only GPU memory is slow it is the way between GPU and NIC")),
        "article S3:224; NVIDIA GPUDirect RDMA documentation");
  }

  private static Symptom roceLoss() {
    return new Symptom(
        "roce-loss",
        "RoCE loses packets",
        "training hangs or times out, transfers are sent again, goodput comes and goes",
        List.of("loss", "drop", "retrans", "discard", "roce", "lossless"),
        List.of(
            ask(
                "Are packets sent again or missing by the NICs' own counters?",
                "collect --samples 2; or cat /sys/class/infiniband/*/ports/1/hw_counters/*",
                "out_of_sequence, packet_seq_err, local_ack_timeout_err that grow",
                "go on: the loss is real",
                "counters.out-of-sequence",
                "counters.packet-sequence-errors",
                "counters.ack-timeouts",
                "counters.adaptive-retransmissions"),
            ask(
                "Are cables or optics at fault?",
                "ethtool -S IFACE; mlxlink -d DEVICE -c",
                "CRC and symbol errors, link_downed",
                "exchange cable or transceiver",
                "counters.crc-errors",
                "counters.symbol-errors",
                "counters.receive-errors",
                "link.flaps",
                "link.flaps-in-log"),
            ask(
                "Does the host drop what has arrived?",
                "ethtool -S IFACE",
                "rx_out_of_buffer, rx_discards_phy, rnr_nak_retry_err",
                "larger rings, more receive requests, a faster reader",
                "counters.out-of-buffer",
                "counters.interface-drops",
                "counters.rnr-retries"),
            ask(
                "Is RDMA in a class that is not lossless on the host?",
                "mlnx_qos -i IFACE; cma_roce_tos -d DEVICE; env | grep NCCL_IB_TC",
                "trust dscp, PFC on one priority, RDMA's DSCP mapped to that one",
                "mlnx_qos --trust dscp --pfc 0,0,0,1,0,0,0,0, and NCCL_IB_TC=106",
                "qos.trust",
                "qos.pfc-off",
                "qos.dscp-not-lossless",
                "qos.traffic-class-default"),
            ask(
                "Do host and switch disagree on class or PFC?",
                "lldpctl on the host; config_db.json or show running-config of the switch",
                "the same DSCP in the same class with PFC at both ends",
                "make the maps agree",
                "link.class-differs",
                "link.pfc-differs"),
            ask(
                "Is the switch's lossless class without headroom, or does it drop instead of marking?",
                "config_db.json; show priority-group; show queue wredcounters",
                "BUFFER_PG with a lossless profile, WRED_PROFILE with ecn",
                "give it headroom for rate and cable; mark before pausing",
                "switch.no-headroom",
                "switch.lossless-without-ecn",
                "switch.ecn-off",
                "switch.ecn-thresholds",
                "switch.class-to-group"),
            ask(
                "Does 802.3x pause take the place of PFC?",
                "ethtool -a IFACE",
                "RX and TX off",
                "ethtool -A IFACE rx off tx off",
                "qos.global-pause")),
        "article S3:240; IEEE 802.1Q-2022, 36");
  }

  private static Symptom registration() {
    return new Symptom(
        "memory-registration",
        "memory cannot be registered",
        "jobs fail with 'cannot register memory', ibv_reg_mr or ibv_create_cq: Cannot allocate memory",
        List.of(
            "register", "registration", "reg_mr", "memlock", "pin", "cannot allocate", "create_cq"),
        List.of(
            ask(
                "Does the job's log say that it ran out of memory to pin?",
                LOG,
                "ibv_reg_mr, ibv_create_cq, ibv_create_qp: Cannot allocate memory",
                "go on to the limit",
                "nccl.out-of-pinned-memory"),
            ask(
                "May processes pin less than they register?",
                "ulimit -l  # in the job itself, not in a shell",
                "unlimited",
                "memlock unlimited in limits.d; LimitMEMLOCK=infinity of slurmd, containerd, docker",
                "memory.memlock",
                "memory.limits-conf"),
            ask(
                "Does a container lack IPC_LOCK?",
                "kubectl get pod POD -o yaml; docker inspect CONTAINER",
                "capabilities: add: [IPC_LOCK], or --ulimit memlock=-1",
                "give it the capability"),
            ask(
                "Can the driver not register GPU memory by DMA-BUF?",
                "dmesg; " + LOG,
                "ibv_reg_dmabuf_mr ... Operation not supported",
                "a newer RDMA driver, or NCCL_DMABUF_ENABLE=0 with nvidia-peermem",
                "nccl.dmabuf-unsupported",
                "gpudirect.peermem"),
            ask(
                "Is the NIC out of memory regions or queue pairs?",
                "rdma resource show; ibv_devinfo -v",
                "mr and qp near max_mr and max_qp",
                "fewer connections, or larger registrations; smaller batches only as the last resort")),
        "article S3:256; NVIDIA/nccl-tests#206, openucx/ucx#8229");
  }

  private static Symptom goodput() {
    return new Symptom(
        "low-goodput",
        "the link is fast and the goodput is not",
        "an 800G link carries 500 Gb/s of payload, or a 400G one 300, without any loss",
        List.of("goodput", "500g", "800g", "bandwidth", "slow", "throughput", "half"),
        List.of(
            ask(
                "Did a port come up slower than its siblings?",
                "ibstat; mlxlink -d DEVICE",
                "the rate that was bought, on every port",
                "cable, transceiver, switch port",
                "link.rate-below-siblings",
                "fleet.rate"),
            ask(
                "Is the NIC's slot narrower or slower than its port?",
                LSPCI,
                "LnkSta as LnkCap: Speed 32GT/s (or 64GT/s), Width x16, on the NIC and all bridges above",
                "another slot, seat the card again, look at the riser",
                "pcie.link-width",
                "pcie.nic-link-speed",
                "pcie.tree-bottleneck",
                "pcie.slot-bandwidth"),
            ask(
                "Are NIC and GPU on opposite sockets, or is their traffic sent through the root complex?",
                "nvidia-smi topo -m; " + LSPCI,
                "PIX or PXB; ACSCtl ReqRedir-",
                "move the NIC to a slot of the GPU's socket and switch; clear ACS redirect",
                "gpudirect.distance",
                "gpudirect.no-near-nic",
                "pcie.acs-redirect",
                "pcie.iommu-translates"),
            ask(
                "Are reads from memory held up by registers?",
                LSPCI,
                "MaxReadReq 512 bytes or more, MaxPayload 256 or more, ExtTag+, RlxdOrd+",
                "setpci on the NIC's Device Control",
                "pcie.max-read-request",
                "pcie.max-payload",
                "pcie.extended-tags",
                "pcie.relaxed-ordering"),
            ask(
                "Are packets small?",
                "ibv_devinfo | grep active_mtu; ip link",
                "active_mtu 4096",
                "MTU 9000 on interfaces and switches",
                "mtu.active-small",
                "mtu.interface-small"),
            ask(
                "Is the link held up by pauses?",
                "ethtool -S IFACE, twice",
                "rx_pause_ctrl_phy, rx_prio3_pause_duration, rx_global_pause_duration that grow",
                "find the slow receiver behind them",
                "counters.pauses",
                "counters.pauses-sent",
                "qos.global-pause"),
            ask(
                "Does interrupt work or memory lie on the wrong node?",
                "cat /proc/interrupts; numactl -H",
                "interrupts of the NIC on its own node's CPUs",
                "pin them; numactl --cpunodebind for the job",
                "numa.interrupts",
                "numa.nic-unknown",
                "memory.numa-balancing")),
        "article S2:307");
  }

  private static Symptom timeouts() {
    return new Symptom(
        "all-reduce-timeouts",
        "RDMA times out during large all-reduces",
        "jobs end with completion error 12, or stall for seconds, when messages are large",
        List.of("timeout", "times out", "all-reduce", "allreduce", "hang", "error 12", "stall"),
        List.of(
            ask(
                "Does the log name a transfer that ended in an error?",
                LOG,
                "Got completion from peer ... with status=12",
                "the peer in that line is where to look",
                "nccl.completion-error",
                "nccl.port-error"),
            ask(
                "Can the addresses not reach each other at all?",
                "show_gids on both hosts; env | grep NCCL_IB_GID_INDEX",
                "a RoCE v2 GID with an IPv4 address at the index in use",
                "let NCCL choose, or name the right index",
                "gid.index",
                "gid.none-routable",
                "gid.sparse",
                "fleet.gid-index",
                "fleet.mtu"),
            ask(
                "Is one slow node pausing the fabric (head-of-line blocking)?",
                "ethtool -S IFACE on all hosts, twice; show pfc counters of the switches",
                "a host that sends pauses while others are paused",
                "find out why it reads slowly: its PCIe, its CPUs, its buffers",
                "counters.pauses-sent",
                "counters.pauses",
                "pcie.stalled-writes",
                "qos.global-pause"),
            ask(
                "Do pauses come before marks, so that DCQCN never slows anybody down?",
                "config_db.json of the switches",
                "Kmin below what one ingress may use before it is paused",
                "lower Kmin, or raise dynamic_th; headroom check runs the arithmetic",
                "switch.ecn-before-pfc",
                "switch.lossless-without-ecn",
                "switch.ecn-thresholds"),
            ask(
                "Does nobody look after a queue that is paused for ever?",
                "show pfcwd config",
                "a watchdog on lossless queues",
                "pfcwd start on all ports",
                "switch.pfc-watchdog"),
            ask(
                "Do links go down and up?",
                "cat /sys/class/infiniband/*/ports/1/counters/link_downed; dmesg",
                "a counter that grows",
                "exchange cable or transceiver",
                "link.flaps",
                "link.flaps-in-log",
                "link.down"),
            ask(
                "Does RDMA give up too early?",
                "env | grep NCCL_IB_",
                "NCCL_IB_TIMEOUT 20 or more, NCCL_IB_RETRY_CNT 7",
                "take shorter values away",
                "nccl.ib-timeout-short",
                "nccl.retry-count-low")),
        "article S2:311; NVIDIA/nccl#426");
  }

  private static Symptom tcpFallback() {
    return new Symptom(
        "tcp-fallback",
        "the job runs over TCP without saying so",
        "everything works, at a tenth of the rate, with busy CPUs and idle GPUs",
        List.of("tcp", "socket", "fallback", "fell back", "utilisation", "utilization"),
        List.of(
            ask(
                "Does the log say NET/Socket?",
                LOG,
                "NET/IB : Using, and channels via NET/IB",
                "go on to find out why",
                "nccl.socket-transport"),
            ask(
                "Is RDMA switched off by settings?",
                "env | grep NCCL_; cat /etc/nccl.conf",
                "NCCL_IB_DISABLE, NCCL_NET=Socket, an NCCL_IB_HCA that is not there",
                "take these away",
                "nccl.ib-disabled",
                "nccl.net-socket",
                "nccl.hca-not-there"),
            ask(
                "Is there no library or plugin where the job runs?",
                LOG,
                "Failed to open libibverbs.so; NET/OFI",
                "install libibverbs, or the provider, into the image",
                "nccl.no-libibverbs",
                "nccl.no-net-plugin",
                "nccl.no-efa"),
            ask(
                "Are the devices not in the container?",
                "ls /dev/infiniband; show_gids",
                "uverbs devices, and GIDs in this network namespace",
                "pass the devices through, or give the pod a network of RDMA",
                "nccl.device-not-opened",
                "gid.none"),
            ask(
                "Is no port up?",
                "ibstat",
                "State: Active",
                "cable, switch port, subnet manager",
                "link.down")),
        "article S1:83; NVIDIA/nccl#451, nccl-tests#82");
  }

  private static Symptom upgrade() {
    return new Symptom(
        "after-upgrade",
        "something is slower since an upgrade",
        "a driver, firmware, kernel or NCCL changed, and jobs are slower or fail",
        List.of("upgrade", "update", "since", "after", "new driver", "new kernel"),
        List.of(
            ask(
                "What does an audit say that it did not say before?",
                "headroom audit --diff BEFORE AFTER",
                "new findings",
                "cure these first"),
            ask(
                "Did nvidia-peermem not come back?",
                "lsmod; dmesg",
                "nvidia_peermem, and no 'Invalid argument'",
                "modprobe nvidia-peermem, and name it in /etc/modules-load.d",
                "gpudirect.peermem",
                "gpudirect.peermem-invalid"),
            ask(
                "Does the job still go over RDMA, and with GPUDirect?",
                LOG,
                "channels via NET/IB/n/GDRDMA",
                "headroom diagnose gpudirect, or tcp-fallback",
                "nccl.socket-transport",
                "nccl.without-gpudirect"),
            ask(
                "Do hosts differ now?",
                "headroom audit --hosts hosts.txt --only fleet",
                "no finding",
                "bring all to one version",
                "fleet.firmware",
                "fleet.kernel",
                "fleet.mtu",
                "fleet.peermem",
                "fleet.command-line",
                "nccl.version-mismatch"),
            ask(
                "Did registers or settings that only last until a boot go back?",
                LSPCI + "; mlnx_qos -i IFACE; sysctl -a",
                "MaxReadReq, ACSCtl, trust, PFC, numa_balancing",
                "run the fixes from a unit at each boot",
                "pcie.max-read-request",
                "pcie.acs-redirect",
                "qos.trust",
                "qos.pfc-off",
                "memory.numa-balancing")),
        "article S1:83");
  }
}
