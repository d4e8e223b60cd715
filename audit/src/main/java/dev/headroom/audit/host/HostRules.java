package dev.headroom.audit.host;

import dev.headroom.audit.Card;
import dev.headroom.audit.Rule;
import java.util.List;
import java.util.stream.Stream;

/** All rules about the machine around the NIC. */
public final class HostRules {
  private HostRules() {}

  public static List<Rule> all() {
    return Stream.of(machine(), QosRules.all(), CongestionRules.all(), settings(), kernelLog())
        .flatMap(List::stream)
        .toList();
  }

  private static List<Rule> machine() {
    return List.of(
        new PeerMemory(),
        new TopologyDistance(),
        new GpuWithoutNvlink(),
        new MemoryLockLimit(),
        new ConfiguredLimits(),
        new CommandLine(),
        new InterruptNode(),
        new SameSubnet(),
        new HugePages(),
        new GpuFallback());
  }

  private static List<Rule> settings() {
    String ip = "Linux Documentation/networking/ip-sysctl";
    String vm = "Linux Documentation/admin-guide/sysctl";
    return List.of(
        sysctl(
            "memory.numa-balancing",
            "automatic NUMA balancing is off",
            "The kernel unmaps pages to see who uses them and moves them: registered memory stalls, and latency jumps.",
            vm,
            "kernel.numa_balancing",
            "0"),
        sysctl(
            "memory.zone-reclaim",
            "memory of other nodes is taken before caches are dropped",
            "With zone reclaim a process scans and frees pages of its own node before it takes a free one of another: stalls under load.",
            vm,
            "vm.zone_reclaim_mode",
            "0"),
        new SysctlRule(
            Card.info("tcp.receive-buffer")
                .title("TCP's receive buffer holds a bandwidth-delay product")
                .needs("sysctl -a")
                .cause(
                    "One connection at 100 Gb/s over 1 ms has 12.5 MB under way; with less buffer the window ends earlier. It is what is left when a job falls back to TCP, and what storage and checkpoints use.")
                .source(ip + ", tcp_rmem; article S1:68"),
            "net.ipv4.tcp_rmem",
            value -> SysctlRule.last(value) >= 16L << 20,
            "4096 131072 67108864"),
        new SysctlRule(
            Card.info("tcp.send-buffer")
                .title("TCP's send buffer holds a bandwidth-delay product")
                .needs("sysctl -a")
                .cause("What is sent and not yet acknowledged must stay in the send buffer.")
                .source(ip + ", tcp_wmem; article S1:68"),
            "net.ipv4.tcp_wmem",
            value -> SysctlRule.last(value) >= 16L << 20,
            "4096 16384 67108864"),
        new SysctlRule(
            Card.info("tcp.receive-buffer-limit")
                .title("programs may ask for large receive buffers")
                .needs("sysctl -a")
                .cause("It bounds what SO_RCVBUF gives; NCCL's sockets and iperf ask for it.")
                .source("Linux Documentation/admin-guide/sysctl/net; article S1:68"),
            "net.core.rmem_max",
            value -> SysctlRule.last(value) >= 16L << 20,
            "67108864"),
        new SysctlRule(
            Card.info("tcp.send-buffer-limit")
                .title("programs may ask for large send buffers")
                .needs("sysctl -a")
                .cause("It bounds what SO_SNDBUF gives.")
                .source("Linux Documentation/admin-guide/sysctl/net; article S1:68"),
            "net.core.wmem_max",
            value -> SysctlRule.last(value) >= 16L << 20,
            "67108864"),
        new SysctlRule(
            Card.info("tcp.backlog")
                .title("the kernel queues enough packets of a fast NIC")
                .needs("sysctl -a")
                .cause(
                    "At 100 Gb/s a thousand packets are 0.1 ms: with the default backlog a busy CPU drops them.")
                .source("Linux Documentation/admin-guide/sysctl/net"),
            "net.core.netdev_max_backlog",
            value -> SysctlRule.last(value) >= 10_000,
            "250000"),
        new SysctlRule(
            Card.info("tcp.congestion-control")
                .title("TCP's congestion control fills fast links")
                .needs("sysctl -a")
                .cause(
                    "Reno adds one packet a round trip: after a loss at 100 Gb/s and 1 ms it needs seconds to be back. CUBIC, BBR and, with ECN on switches, DCTCP do not.")
                .source("RFC 9438, 1; " + ip + ", tcp_congestion_control"),
            "net.ipv4.tcp_congestion_control",
            value -> value.matches("cubic|bbr\\d*|dctcp|htcp|prague"),
            "cubic"),
        sysctl(
            "tcp.window-scaling",
            "TCP scales its window",
            "Without it no connection has more than 64 KiB under way: 0.5 Gb/s over 1 ms.",
            ip,
            "net.ipv4.tcp_window_scaling",
            "1"),
        sysctl(
            "tcp.sack",
            "TCP acknowledges selectively",
            "Without it one loss in a large window costs a round trip for each further one.",
            ip,
            "net.ipv4.tcp_sack",
            "1"));
  }

  private static Rule sysctl(
      String id, String title, String cause, String source, String key, String value) {
    return new SysctlRule(
        Card.warning(id).title(title).needs("sysctl -a").cause(cause).source(source + ", " + key),
        key,
        said -> said.equals(value),
        value);
  }

  private static List<Rule> kernelLog() {
    return List.of(
        new KernelLine(
            Card.error("gpudirect.peermem-invalid")
                .title("nvidia-peermem fits the RDMA core")
                .needs("dmesg")
                .cause(
                    "The module was built against another RDMA core than the one that runs, or lost its context: after a change of the network driver it must be built anew.")
                .modes(12)
                .source("NVIDIA/gpu-operator#2868"),
            "nvidia[-_]peermem.*(Invalid argument|invalid context|disagrees|Unknown symbol)",
            "nvidia-peermem does not work with the RDMA core that runs",
            "drain the node, install the GPU driver anew against the RDMA core in use (or restart the operator's driver pod), and load nvidia-peermem"),
        new KernelLine(
            Card.error("gpu.xid")
                .title("GPUs report no errors")
                .needs("dmesg")
                .cause(
                    "XID 79 is a GPU off the bus, 74 an NVLink error, and so are 144 to 150 where they are"
                        + " fatal; 48, 63, 64, 94 and 95 are memory errors.")
                .source("NVIDIA, XID Errors"),
            "NVRM: Xid .*: ((48|62|63|64|74|79|92|94|95|119|120|121),|(14[4-9]|150),.* Fatal )",
            "a GPU reported an error (XID)",
            "take the node out of service and look the number up in NVIDIA's list of XIDs"),
        new KernelLine(
            Card.warning("pcie.slot-bandwidth")
                .title("the kernel finds no slot that limits a NIC")
                .needs("dmesg")
                .cause(
                    "When a driver starts it compares what the card could with what the slot gives.")
                .source("Linux, pcie_print_link_status"),
            // Not what the PCI core says of GPUs as they are found: these rest at a low speed.
            "(mlx[45]_core|bnxt_en|ice|i40e|qede|cxgb4|ionic|hns3|ena|efa) .*available PCIe bandwidth, limited by",
            "a NIC has less PCIe bandwidth than it could use",
            "see which bridge the line names; move the card or change the slot's settings in the BIOS"),
        new KernelLine(
            Card.error("link.nic-firmware-error")
                .title("the NIC's firmware is well")
                .needs("dmesg")
                .cause(
                    "The driver found the firmware's health counter stopped, or commands that do not end: the NIC must be reset.")
                .source("Linux drivers/net/ethernet/mellanox/mlx5/core/health.c"),
            "mlx5_core .*(health compromised|device's health|Failed to load|init_one.*failed|FW (pre-initialization|initialization) timeout|timeout.*(Will cause a leak|command))",
            "the NIC's driver reports that its firmware failed",
            "reset the NIC (mlxfwreset) on an empty node, update its firmware, and look for PCIe errors before the first of these lines"),
        new KernelLine(
            Card.warning("link.flaps-in-log")
                .title("the kernel saw no link go down")
                .needs("dmesg")
                .cause("Each time every queue pair through the port times out.")
                .modes(36)
                .source("Linux, mlx5_core link messages"),
            "(mlx5_core|bnxt_en|ice).*Link (down|Down)|Link is Down",
            "links went down",
            "exchange cable or transceiver, then see whether it comes again"),
        new KernelLine(
            Card.warning("gid.add-failed")
                .title("GIDs can be written into the NIC")
                .needs("dmesg")
                .cause(
                    "An address of the interface did not get into the GID table; nobody can be reached through it.")
                .source("Linux, drivers/infiniband/core/cache.c"),
            "(add|set)_roce_(gid|address)|roce.*GID add failed|GID.*failed.*error=|failed to add GID",
            "an address could not be written into the GID table",
            "look for duplicate addresses and for a full table; update the NIC's firmware"),
        new KernelLine(
            Card.warning("pcie.aer-in-log")
                .title("the kernel logs no PCIe errors")
                .needs("dmesg")
                .cause("Errors that come often enough to be logged cost replays, or the device.")
                .source("Linux Documentation/PCI/pcieaer-howto"),
            "AER: .*(error|Error)|PCIe Bus Error: severity=",
            "PCIe errors are logged",
            "reseat the card, look at risers and retimers; a rate matters, a line after boot does not"));
  }
}
