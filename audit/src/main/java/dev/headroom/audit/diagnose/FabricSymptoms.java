package dev.headroom.audit.diagnose;

import java.util.List;

/**
 * What goes wrong between hosts: packets that are lost, goodput that is low, transfers that time
 * out.
 */
final class FabricSymptoms {
  private FabricSymptoms() {}

  static Symptom roceLoss() {
    return new Symptom(
        "roce-loss",
        "RoCE loses packets",
        "training hangs or times out, transfers are sent again, goodput comes and goes",
        List.of(
            "loss",
            "lost",
            "lose",
            "drop",
            "retrans",
            "discard",
            "roce",
            "lossless",
            "packet",
            "incast"),
        List.of(
            Step.of(
                "Are packets sent again or missing by the NICs' own counters?",
                "collect --samples 2; or cat /sys/class/infiniband/*/ports/1/hw_counters/*",
                "out_of_sequence, packet_seq_err, local_ack_timeout_err that grow",
                "go on: the loss is real",
                "counters.out-of-sequence",
                "counters.packet-sequence-errors",
                "counters.ack-timeouts",
                "counters.adaptive-retransmissions"),
            Step.of(
                "Do ports pause each other, and do switches mark, where packets are dropped?",
                "show pfc counters, show interface counters and show queue wredcounters of the switches; ethtool -S IFACE | grep prio",
                "pauses and marks of the priority of RDMA while it is loaded, and no drops of it; drops without either mean that it travels in another class",
                "look at the class that RDMA is in, below",
                "switch.port-drops",
                "counters.discards",
                "fabric.discards"),
            Step.of(
                "Are cables or optics at fault?",
                "ethtool -S IFACE; mlxlink -d DEVICE -c",
                "CRC and symbol errors, link_downed",
                "exchange cable or transceiver",
                "counters.crc-errors",
                "counters.symbol-errors",
                "counters.receive-errors",
                "link.flaps",
                "link.flaps-in-log"),
            Step.of(
                "Does the host drop what has arrived?",
                "ethtool -S IFACE",
                "rx_out_of_buffer, rx_discards_phy, rnr_nak_retry_err",
                "larger rings, more receive requests, a faster reader",
                "counters.out-of-buffer",
                "counters.interface-drops",
                "counters.rnr-retries"),
            Step.of(
                "Is RDMA in a class that is not lossless on the host?",
                "mlnx_qos -i IFACE; cma_roce_tos -d DEVICE; env | grep NCCL_IB_TC",
                "trust dscp, PFC on one priority, RDMA's DSCP mapped to that one",
                "mlnx_qos --trust dscp --pfc 0,0,0,1,0,0,0,0, and NCCL_IB_TC=106",
                "qos.trust",
                "qos.pfc-off",
                "qos.dscp-not-lossless",
                "qos.traffic-class-default"),
            Step.of(
                "Do host and switch disagree on class or PFC?",
                "lldpctl on the host; config_db.json or show running-config of the switch",
                "the same DSCP in the same class with PFC at both ends",
                "make the maps agree",
                "link.class-differs",
                "switch.dscp-not-lossless",
                "link.pfc-differs",
                "switch.pfc-on-lossy"),
            Step.of(
                "Is the switch's lossless class without headroom, or does it drop instead of marking?",
                "config_db.json; show priority-group; show queue wredcounters",
                "BUFFER_PG with a lossless profile, WRED_PROFILE with ecn",
                "give it headroom for rate and cable; mark before pausing",
                "switch.no-headroom",
                "switch.headroom-below-cable",
                "switch.lossless-without-ecn",
                "switch.ecn-off",
                "switch.ecn-thresholds",
                "switch.class-to-group"),
            Step.of(
                "Does 802.3x pause take the place of PFC?",
                "ethtool -a IFACE",
                "RX and TX off",
                "ethtool -A IFACE rx off tx off",
                "qos.global-pause")),
        "article S3:240; IEEE 802.1Q-2022, 36");
  }

  static Symptom goodput() {
    return new Symptom(
        "low-goodput",
        "the link is fast and the goodput is not",
        "an 800G link carries 500 Gb/s of payload, or a 400G one 300, without any loss",
        List.of("goodput", "500g", "800g", "bandwidth", "slow", "throughput", "half"),
        List.of(
            Step.of(
                "Did a port come up slower than its siblings?",
                "ibstat; mlxlink -d DEVICE",
                "the rate that was bought, on every port",
                "cable, transceiver, switch port",
                "link.rate-below-siblings",
                "fleet.rate"),
            Step.of(
                "Is the NIC's slot narrower or slower than its port?",
                Symptoms.LSPCI,
                "LnkSta as LnkCap: Speed 32GT/s (or 64GT/s), Width x16, on the NIC and all bridges above",
                "another slot, seat the card again, look at the riser",
                "pcie.link-width",
                "gpu.pcie-lanes",
                "pcie.nic-link-speed",
                "pcie.tree-bottleneck",
                "pcie.slot-bandwidth"),
            Step.of(
                "Are NIC and GPU on opposite sockets, or is their traffic sent through the root complex?",
                "nvidia-smi topo -m; " + Symptoms.LSPCI,
                "PIX or PXB; ACSCtl ReqRedir-",
                "move the NIC to a slot of the GPU's socket and switch; clear ACS redirect",
                "gpudirect.distance",
                "gpudirect.no-near-nic",
                "pcie.acs-redirect",
                "pcie.iommu-translates"),
            Step.of(
                "Does the job leave NICs out, or cross rails?",
                Symptoms.LOG,
                "NET/IB : Using with all NICs beside GPUs, the same on all hosts; channels between the same NICs",
                "NCCL_IB_HCA with all of them, or unset; NCCL_CROSS_NIC=0 where rails are apart",
                "nccl.nics-left-out",
                "nccl.hca-sets-differ",
                "nccl.crosses-rails"),
            Step.of(
                "Are reads from memory held up by registers?",
                Symptoms.LSPCI,
                "MaxReadReq 512 bytes or more, MaxPayload 256 or more, ExtTag+, RlxdOrd+",
                "setpci on the NIC's Device Control",
                "pcie.max-read-request",
                "pcie.max-payload",
                "pcie.extended-tags",
                "pcie.relaxed-ordering"),
            Step.of(
                "Are packets small?",
                "ibv_devinfo | grep active_mtu; ip link",
                "active_mtu 4096",
                "MTU 9000 on interfaces and switches",
                "mtu.active-small",
                "mtu.interface-small",
                "nccl.mtu-small"),
            Step.of(
                "Is the link held up by pauses?",
                "ethtool -S IFACE, twice",
                "rx_pause_ctrl_phy, rx_prio3_pause_duration, rx_global_pause_duration that grow",
                "find the slow receiver behind them",
                "counters.pauses",
                "counters.pauses-sent",
                "qos.global-pause"),
            Step.of(
                "Does interrupt work or memory lie on the wrong node?",
                "cat /proc/interrupts; numactl -H",
                "interrupts of the NIC on its own node's CPUs",
                "pin them; numactl --cpunodebind for the job",
                "numa.interrupts",
                "numa.nic-unknown",
                "memory.numa-balancing")),
        "article S2:307");
  }

  static Symptom timeouts() {
    return new Symptom(
        "all-reduce-timeouts",
        "RDMA times out during large all-reduces",
        "jobs end with completion error 12, or stall for seconds, when messages are large",
        List.of("timeout", "times out", "all-reduce", "allreduce", "hang", "error 12", "stall"),
        List.of(
            Step.of(
                "Does the log name a transfer that ended in an error?",
                Symptoms.LOG,
                "Got completion from peer ... with status=12",
                "the peer in that line is where to look",
                "nccl.completion-error",
                "nccl.transfers-flushed",
                "rdma.error-completions-in-log",
                "job.ucx-no-answer",
                "nccl.memory-refused",
                "nccl.efa-transfer-failed",
                "nccl.port-error",
                "nccl.queue-failed",
                "nccl.gid-table-changed"),
            Step.of(
                "Did a rank not come to the collective?",
                "the job's output of all ranks; py-spy dump --pid PID on a rank that says nothing",
                "'Watchdog caught collective operation timeout' with the same SeqNum on all ranks",
                "the rank whose SeqNum is behind, or that says nothing, is where to look",
                "job.collective-timeout",
                "nccl.hca-sets-differ",
                "job.rendezvous-timeout"),
            Step.of(
                "Can the addresses not reach each other at all?",
                "show_gids on both hosts; env | grep NCCL_IB_GID_INDEX",
                "a RoCE v2 GID with an IPv4 address at the index in use",
                "let NCCL choose, or name the right index",
                "gid.index",
                "gid.none-routable",
                "gid.sparse",
                "fleet.gid-index",
                "fleet.mtu",
                "nccl.gid-link-local"),
            Step.of(
                "Can GPUs of one host not write to each other?",
                "NCCL_P2P_DISABLE=1 for one run; " + Symptoms.LSPCI,
                "ACSCtl: ReqRedir- CmpltRedir- on the bridges above GPUs that no NVLink joins",
                "if the run ends well without it: clear the bits on a host without guests",
                "pcie.acs-redirect"),
            Step.of(
                "Is one slow node pausing the fabric (head-of-line blocking)?",
                "ethtool -S IFACE on all hosts, twice; show pfc counters of the switches",
                "a host that sends pauses while others are paused",
                "find out why it reads slowly: its PCIe, its CPUs, its buffers",
                "counters.pauses-sent",
                "counters.pauses",
                "pcie.stalled-writes",
                "qos.global-pause"),
            Step.of(
                "Do pauses come before marks, so that DCQCN never slows anybody down?",
                "config_db.json of the switches",
                "Kmin below what one ingress may use before it is paused",
                "lower Kmin, or raise dynamic_th; headroom check runs the arithmetic",
                "switch.ecn-before-pfc",
                "switch.lossless-without-ecn",
                "switch.ecn-thresholds"),
            Step.of(
                "Does nobody look after a queue that is paused for ever?",
                "show pfcwd config; /var/log/syslog of the switches",
                "a watchdog on lossless queues, and no storm that it saw",
                "pfcwd start on all ports; find who storms",
                "switch.pfc-watchdog",
                "switch.pfc-storms",
                "switch.pfc-storms-in-log"),
            Step.of(
                "Did a GPU, an NVSwitch or a NIC fail under the job?",
                "dmesg of all nodes; dcgmi diag -r 2 on idle ones",
                "XIDs, a GPU off the bus, a NIC whose firmware or send queue stands still",
                "take the node out of service",
                "gpu.xid",
                "gpu.contained-error",
                "gpu.recovery-asked",
                "gpu.off-bus-in-log",
                "gpu.diag-failed",
                "gpu.nvswitch-sxid",
                "gpu.nvswitch-error",
                "pcie.device-gone",
                "link.nic-firmware-error",
                "link.send-queue-stuck"),
            Step.of(
                "Do links go down and up?",
                "cat /sys/class/infiniband/*/ports/1/counters/link_downed; dmesg",
                "a counter that grows",
                "exchange cable or transceiver",
                "link.flaps",
                "link.flaps-in-log",
                "link.down"),
            Step.of(
                "Does RDMA give up too early?",
                "env | grep NCCL_IB_",
                "NCCL_IB_TIMEOUT 20 or more, NCCL_IB_RETRY_CNT 7",
                "take shorter values away",
                "nccl.ib-timeout-short",
                "nccl.retry-count-low")),
        "article S2:311; NVIDIA/nccl#426");
  }
}
