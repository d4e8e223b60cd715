package dev.headroom.audit.diagnose;

import java.util.List;

/** What links show by themselves: they go down, they are paused, they answer late. */
final class LinkSymptoms {
  private LinkSymptoms() {}

  static Symptom flaps() {
    return new Symptom(
        "link-flaps",
        "links go down and come back",
        "a port goes up and down, transfers time out with it, jobs end or stall",
        List.of(
            "flap",
            "up and down",
            "down and up",
            "link down",
            "link is down",
            "link goes",
            "link keeps",
            "link fail",
            "port down",
            "goes down",
            "crc",
            "symbol error"),
        List.of(
            Step.of(
                "Which links went down?",
                "cat /sys/class/infiniband/*/ports/1/counters/link_downed; dmesg",
                "a counter that does not grow, no 'Link down'",
                "go on with those that did",
                "link.flaps",
                "link.flaps-in-log",
                "link.down",
                "link.bond-degraded",
                "fabric.link-downs",
                "nccl.port-error"),
            Step.of(
                "Does the NIC's firmware have anything to say against cable, module or slot?",
                "dmesg; mlxlink -d DEVICE",
                "no 'Port module event[error]'; Recommendation: No issue was observed",
                "what the line names",
                "optics.module-refused",
                "optics.link-trouble",
                "optics.slot-power",
                "pcie.slot-power"),
            Step.of(
                "Is the module hot, or does light arrive weakly?",
                "ethtool -m IFACE",
                "no alarm, light on all lanes, within the module's own limits",
                "air flow; clean fibres; another module",
                "optics.alarm",
                "optics.hot",
                "optics.dark-lane",
                "optics.out-of-range",
                "link.nic-hot"),
            Step.of(
                "Do bits arrive wrong?",
                "mlxlink -d DEVICE -c; ethtool -S IFACE; ethtool --show-fec IFACE",
                "effective BER 1e-12 or less, CRC errors that do not grow, FEC on",
                "reseat and change the cable; the same FEC at both ends",
                "optics.bit-errors",
                "optics.fec-off",
                "counters.symbol-errors",
                "counters.crc-errors",
                "counters.link-integrity",
                "fabric.bit-errors",
                "fabric.symbol-errors",
                "fabric.link-integrity"),
            Step.of(
                "Does the NIC itself go away?",
                "dmesg",
                "no reset, no health error, no PCIe error of it",
                "its firmware; then reseat the card",
                "link.nic-firmware-error",
                "link.driver-gave-up",
                "pcie.contained",
                "pcie.aer-in-log",
                "pcie.device-gone"),
            Step.of(
                "Does the switch shut the port?",
                "show interfaces status; /var/log/syslog of the switch",
                "no port that is shut by a fault",
                "what it names, then switch the port on again",
                "switch.port-shut-by-fault")),
        "NVIDIA/nccl#905; NVIDIA, mlxlink utility");
  }

  static Symptom pauses() {
    return new Symptom(
        "pause-storm",
        "pause frames spread through the fabric",
        "counters of pauses grow on many ports, rates fall far from where it began, nothing is lost",
        List.of("pause", "pfc", "storm", "head-of-line", "head of line", "congestion spread"),
        List.of(
            Step.of(
                "Who sends pauses, and who is paused?",
                "ethtool -S IFACE on all hosts, twice; show pfc counters of the switches",
                "a host that sends many while others only receive them is where it begins",
                "look at that host first",
                "counters.pauses-sent",
                "counters.pauses",
                "switch.pfc-storms",
                "switch.pfc-storms-in-log"),
            Step.of(
                "Does that host read slowly?",
                Symptoms.LSPCI + "; ethtool -S IFACE",
                "outbound_pci_stalled_wr that does not grow; LnkSta as LnkCap",
                "its PCIe, its memory, its firmware",
                "pcie.stalled-writes",
                "pcie.link-width",
                "pcie.tree-bottleneck",
                "pcie.acs-redirect",
                "pcie.iommu-translates",
                "link.nic-firmware-error"),
            Step.of(
                "Does 802.3x pause hold the whole link?",
                "ethtool -a IFACE",
                "RX and TX off",
                "ethtool -A IFACE rx off tx off",
                "qos.global-pause",
                "qos.pfc-many"),
            Step.of(
                "Do NICs slow down when packets are marked?",
                "cat /sys/class/net/IFACE/ecn/roce_*/enable/3",
                "1 and 1, and CNPs in a priority of their own",
                "switch DCQCN on at both ends",
                "qos.dcqcn-off",
                "qos.cnp-class",
                "switch.cnp-queue"),
            Step.of(
                "Do marks come before pauses?",
                "config_db.json of the switches",
                "Kmin below what one ingress may use before it is paused",
                "headroom check runs the arithmetic",
                "switch.ecn-before-pfc",
                "switch.lossless-without-ecn",
                "switch.ecn-off",
                "switch.ecn-thresholds"),
            Step.of(
                "Does a watchdog end a pause without end?",
                "show pfcwd config",
                "a watchdog on lossless queues",
                "pfcwd start on all ports",
                "switch.pfc-watchdog")),
        "article S3:189; Guo et al., SIGCOMM 2016, 4.3");
  }

  static Symptom latency() {
    return new Symptom(
        "latency-spikes",
        "latency jumps now and then",
        "most messages are quick, a few take many times as long, and steps wait for them",
        List.of("latency", "spike", "jitter", "tail", "p99", "outlier"),
        List.of(
            Step.of(
                "Does the kernel move or free memory under the job?",
                "sysctl kernel.numa_balancing vm.zone_reclaim_mode",
                "0 and 0",
                "sysctl -w kernel.numa_balancing=0",
                "memory.numa-balancing",
                "memory.zone-reclaim",
                "memory.huge-pages"),
            Step.of(
                "Do interrupts come to another socket's processors?",
                "cat /proc/interrupts; numactl -H",
                "interrupts of the NIC on its own node's CPUs",
                "pin them",
                "numa.interrupts",
                "numa.nic-unknown"),
            Step.of(
                "Do links sleep?",
                Symptoms.LSPCI,
                "LnkCtl: ASPM Disabled on NICs and the bridges above",
                "pcie_aspm=off, or the BIOS's setting",
                "pcie.aspm"),
            Step.of(
                "Are messages held up by pauses?",
                "ethtool -S IFACE, twice",
                "rx_prio3_pause and its duration that do not grow",
                "headroom diagnose pause-storm",
                "counters.pauses",
                "counters.pauses-sent",
                "qos.global-pause"),
            Step.of(
                "Are packets sent again?",
                "cat /sys/class/infiniband/*/ports/1/hw_counters/*, twice",
                "out_of_sequence, local_ack_timeout_err that do not grow",
                "headroom diagnose roce-loss",
                "counters.out-of-sequence",
                "counters.ack-timeouts",
                "counters.rnr-retries",
                "tcp.sends-again"),
            Step.of(
                "Do flows share a queue that fills?",
                "config_db.json of the switches; cat /sys/class/net/IFACE/ecn/roce_*/enable/3",
                "marks on the lossless queue, DCQCN on at both ends, CNPs served first",
                "mark earlier; headroom sim shows queues for a scenario",
                "switch.ecn-off",
                "switch.ecn-thresholds",
                "qos.dcqcn-off",
                "qos.cnp-class",
                "switch.cnp-queue"),
            Step.of(
                "Are PCIe errors replayed?",
                Symptoms.LSPCI + "; dmesg",
                "no BadTLP, no Rollover, no AER lines",
                "reseat the card, look at riser and retimer",
                "pcie.replay-rollover",
                "pcie.correctable-errors",
                "pcie.aer-in-log")),
        "Dean and Barroso, The Tail at Scale, CACM 2013");
  }
}
