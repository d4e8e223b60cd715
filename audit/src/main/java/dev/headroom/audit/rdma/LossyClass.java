package dev.headroom.audit.rdma;

import dev.headroom.audit.FindingCollector;
import dev.headroom.audit.HostRule;
import dev.headroom.audit.RuleInfo;
import dev.headroom.audit.fix.CommandValueSyntax;
import dev.headroom.audit.fix.Fix;
import dev.headroom.formats.fact.Evidence;
import dev.headroom.formats.fact.ReportedValue;
import dev.headroom.formats.host.HostFacts;
import dev.headroom.formats.host.NetDevice;
import dev.headroom.formats.host.RdmaPort;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Rule that reports RDMA over Ethernet in the default class: all bytes are in priority 0, packets
 * are lost, and neither PFC nor ECN acts.
 */
final class LossyClass extends HostRule {
  private static final int PRIORITIES = 8;

  /** Of all bytes: the rest are LLDP, routing and the like. */
  private static final double ALL = 0.99;

  /** Less may be the traffic of setup, bytes. */
  private static final long SOME = 1_000_000_000;

  /** CNPs of so many packets sent tell that DCQCN is at work. */
  private static final long PACKETS_PER_CNP = 1_000_000;

  private static final List<String> LOSSES =
      List.of("local_ack_timeout_err", "packet_seq_err", "out_of_sequence", "roce_adp_retrans");

  LossyClass() {
    super(
        RuleInfo.warning("counters.lossy-class")
            .title("RDMA's class has PFC or ECN if it loses packets")
            .inputs("ethtool -S of the RDMA interface", "hw_counters of its RDMA port")
            .cause(
                "RoCE in the default class is dropped like any other traffic when a queue "
                    + "overflows. The NIC then waits for its timeout, or goes back to the lost "
                    + "packet. Throughput falls below that of TCP. No pause, no ECN mark and no "
                    + "CNP shows that nothing keeps the queues short.")
            .modes(25)
            .source(
                "NVIDIA, Understanding mlx5 Linux Counters and Status Parameters; IEEE "
                    + "802.1Q-2022, 36; bytedance/byteps#179"));
  }

  @Override
  protected void judge(HostFacts host, FindingCollector to) {
    List<NetDevice> counted =
        host.netDevices().stream()
            .filter(each ->
                each.counter("rx_prio0_bytes").isReported()
                    || each.counter("tx_prio0_bytes").isReported())
            .toList();
    List<RdmaPort> ports = host.rdmaPorts().stream().filter(port -> !port.isInfiniBand()).toList();
    if (counted.isEmpty() || ports.isEmpty()) {
      to.missingInput(
          host.name(),
          "counters by priority (ethtool -S) and hw_counters of the same host's RDMA ports");
      return;
    }
    Optional<ReportedValue<Long>> loss = loss(ports);
    for (NetDevice each : counted) {
      if (loss.isEmpty() || !isAllDefault(each) || acts(each, ports)) {
        to.pass();
      } else {
        report(host, each, loss.get(), ports, to);
      }
    }
  }

  private static Optional<ReportedValue<Long>> loss(List<RdmaPort> ports) {
    return ports.stream()
        .flatMap(port -> LOSSES.stream().map(port::counter))
        .filter(count -> count.matches(value -> value > 0))
        .findFirst();
  }

  private static boolean isAllDefault(NetDevice netdev) {
    long first = 0;
    long all = 0;
    for (int priority = 0; priority < PRIORITIES; priority++) {
      for (String side : List.of("rx", "tx")) {
        long bytes = netdev.counter("%s_prio%d_bytes".formatted(side, priority)).orElse(0L);
        all += bytes;
        first += priority == 0 ? bytes : 0;
      }
    }
    return all > SOME && first >= ALL * all;
  }

  /** Whether a pause, a mark or a CNP was seen. */
  private static boolean acts(NetDevice netdev, List<RdmaPort> ports) {
    boolean pauses =
        List.of("rx_prio0_pause", "tx_prio0_pause").stream()
            .anyMatch(name -> netdev.counter(name).matches(count -> count > 0));
    long packets = netdev.counter("tx_prio0_packets").orElse(0L);
    boolean marks =
        ports.stream()
            .anyMatch(port ->
                port.counter("np_ecn_marked_roce_packets").matches(count -> count > 0)
                    || isMuch(port.counter("np_cnp_sent"), packets)
                    || isMuch(port.counter("rp_cnp_handled"), packets));
    return pauses || marks;
  }

  private static boolean isMuch(ReportedValue<Long> congestion, long packets) {
    return congestion.matches(count -> count > packets / PACKETS_PER_CNP);
  }

  private static void report(
      HostFacts host,
      NetDevice netdev,
      ReportedValue<Long> loss,
      List<RdmaPort> ports,
      FindingCollector to) {
    List<Evidence> seen = new ArrayList<>();
    loss.findEvidence().ifPresent(seen::add);
    netdev.counter("rx_prio0_bytes").findEvidence().ifPresent(seen::add);
    ports.forEach(
        port -> port.counter("np_ecn_marked_roce_packets").findEvidence().ifPresent(seen::add));
    to.finding(
            host.name(),
            netdev.name(),
            "all traffic is in priority 0, RDMA lost packets there (%d), and no pause, ECN mark or CNP answered"
                .formatted(loss.get()))
        .addEvidence(seen)
        .fix(() ->
            Fix.advice(
                "give RDMA a class of its own on NICs and switches: mlnx_qos -i %s --trust dscp "
                        .formatted(CommandValueSyntax.INTERFACE.checked(netdev.name()))
                    + "--pfc 0,0,0,1,0,0,0,0, NCCL_IB_TC=106 (DSCP 26; UCX_IB_TRAFFIC_CLASS for "
                    + "UCX), PFC for priority 3 and ECN for its queue on every switch port"))
        .report();
  }
}
