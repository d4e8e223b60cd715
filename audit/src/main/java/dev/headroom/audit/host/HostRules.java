package dev.headroom.audit.host;

import dev.headroom.audit.Card;
import dev.headroom.audit.Rule;
import dev.headroom.audit.rdma.CounterRule;
import dev.headroom.formats.fact.Thing;
import java.util.List;
import java.util.stream.Stream;

/** All rules about the machine around the NIC. */
public final class HostRules {
  private HostRules() {}

  public static List<Rule> all() {
    return Stream.of(machine(), QosRules.all(), CongestionRules.all(), settings(), LogRules.all())
        .flatMap(List::stream)
        .toList();
  }

  private static List<Rule> machine() {
    return List.of(
        new PeerMemory(),
        new TopologyDistance(),
        new GpuWithoutNvlink(),
        new FabricState(),
        new FailedDiagnostics(),
        FailedHealthChecks.ofNetwork(),
        FailedHealthChecks.ofNode(),
        new GpuErrorMetrics(),
        new MemoryLockLimit(),
        new ConfiguredLimits(),
        new IommuTranslates(),
        new InterruptNode(),
        new SameSubnet(),
        new HugePages(),
        new GpuFallback(),
        new TcpSendsAgain(),
        new CounterRule(
            Card.warning("tcp.listen-overflows")
                .title("processes take connections as fast as they come")
                .needs("the counter TcpExtListenOverflows of the kernel (nstat -az, netstat -s)")
                .cause(
                    "A process that many connect to at once, as all ranks of a job do to the first while it"
                        + " starts, did not accept them in time: the kernel let the first packet of some"
                        + " fall, and they tried again after a second, then two, then four.")
                .source(
                    "Linux Documentation/networking/snmp_counter, TcpExtListenOverflows; ip-sysctl, somaxconn"),
            Thing.HOST,
            List.of("TcpExtListenOverflows"),
            0,
            "connections found the queue of a listening socket full",
            "raise net.core.somaxconn and net.ipv4.tcp_max_syn_backlog on the hosts of first ranks"));
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
}
