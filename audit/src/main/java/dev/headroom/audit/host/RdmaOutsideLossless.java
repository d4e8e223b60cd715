package dev.headroom.audit.host;

import dev.headroom.audit.FindingCollector;
import dev.headroom.audit.HostRule;
import dev.headroom.audit.RuleInfo;
import dev.headroom.audit.fix.Fix;
import dev.headroom.formats.fact.Evidence;
import dev.headroom.formats.fact.ReportedValue;
import dev.headroom.formats.host.HostFacts;
import dev.headroom.formats.host.NetDevice;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/** Rule that reports RDMA traffic outside the priorities with PFC of a NIC. */
final class RdmaOutsideLossless extends HostRule {
  /** Of the bytes of RDMA: less is traffic of setup. */
  private static final double NEARLY_NONE = 0.01;

  /** Fewer bytes of RDMA may be of a test. */
  private static final long SOME = 1_000_000_000;

  private static final String NEEDS = "priorities with PFC, and ethtool -S, of one RDMA interface";

  RdmaOutsideLossless() {
    super(
        RuleInfo.warning("qos.rdma-outside-lossless")
            .title("RDMA traffic uses the priorities with PFC")
            .inputs("mlnx_qos -i INTERFACE", "ethtool -S INTERFACE")
            .cause(
                "PFC protects one priority, and RDMA's packets are in another. They are dropped "
                    + "when a buffer fills, and no switch marks them in the class for RDMA. The "
                    + "job does not set its traffic class (NCCL_IB_TC, UCX_IB_TRAFFIC_CLASS), or "
                    + "its DSCP maps to another priority.")
            .modes(25, 26)
            .source("NVIDIA, Understanding mlx5 ethtool Counters; IEEE 802.1Q-2022, 36"));
  }

  @Override
  protected void judge(HostFacts host, FindingCollector to) {
    boolean any = false;
    for (InterfaceQos qos : InterfaceQos.of(host)) {
      for (NetDevice netdev : host.netDevices()) {
        if (netdev.name().equals(qos.name())
            && rdma(netdev).findAny().isPresent()
            && !inLossless(qos, netdev).isEmpty()) {
          any = true;
          judge(host, qos, netdev, to);
        }
      }
    }
    if (!any) {
      to.missingInput(host.name(), NEEDS);
    }
  }

  private static Stream<ReportedValue<Long>> rdma(NetDevice netdev) {
    return Stream.of("rx_vport_rdma_unicast_bytes", "tx_vport_rdma_unicast_bytes")
        .map(netdev::counter)
        .filter(ReportedValue::isReported);
  }

  /** Bytes in the priorities with PFC. */
  private static List<ReportedValue<Long>> inLossless(InterfaceQos qos, NetDevice netdev) {
    return qos.lossless().stream()
        .flatMap(priority -> Stream.of("rx", "tx").map(side -> side + "_prio" + priority))
        .map(prefix -> netdev.counter(prefix + "_bytes"))
        .filter(ReportedValue::isReported)
        .toList();
  }

  private static long sum(Stream<ReportedValue<Long>> counters) {
    return counters.mapToLong(count -> count.orElse(0L)).sum();
  }

  private static void judge(
      HostFacts host, InterfaceQos qos, NetDevice netdev, FindingCollector to) {
    long rdma = sum(rdma(netdev));
    List<ReportedValue<Long>> protectedBytes = inLossless(qos, netdev);
    long inLossless = sum(protectedBytes.stream());
    if (rdma < SOME || inLossless >= NEARLY_NONE * rdma) {
      to.pass();
      return;
    }
    List<Evidence> seen = new ArrayList<>();
    Stream.concat(rdma(netdev), protectedBytes.stream())
        .forEach(count -> count.findEvidence().ifPresent(seen::add));
    seen.addAll(qos.pfcEvidence().stream().limit(1).toList());
    to.finding(
            host.name(),
            qos.name(),
            String.format(
                Locale.ROOT,
                "%d bytes are RDMA, and the priorities with PFC %s carried %d bytes",
                rdma,
                qos.lossless(),
                inLossless))
        .addEvidence(seen)
        .fix(() ->
            Fix.advice(
                "set NCCL_IB_TC=%s in the job (UCX_IB_TRAFFIC_CLASS for UCX), and trust DSCP at the NIC and the switch"
                    .formatted(qos.trafficClassOf(qos.losslessPriority()))))
        .report();
  }
}
