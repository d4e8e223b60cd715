package dev.headroom.audit.switches;

import dev.headroom.audit.FindingCollector;
import dev.headroom.audit.HostRule;
import dev.headroom.audit.RuleInfo;
import dev.headroom.audit.fix.Fix;
import dev.headroom.formats.fact.Evidence;
import dev.headroom.formats.host.HostFacts;
import dev.headroom.formats.switches.QueueTraffic;
import dev.headroom.formats.switches.SwitchPort;
import dev.headroom.formats.switches.SwitchQos;
import dev.headroom.formats.switches.SwitchTopic;
import dev.headroom.formats.switches.vendors.SwitchVendors;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * Rule that compares the queue that carries a port's traffic with the queues that are set up for
 * RDMA: those of lossless classes, or those whose ECN status was asked for.
 */
final class QueueUse extends HostRule {
  private static final String NEEDS = SwitchVendors.commandsText(SwitchTopic.QUEUE_TRAFFIC);

  /** A port that sent less may have had no job yet. */
  private static final long LEAST_BYTES = 1_000_000_000;

  private static final double NEARLY_ALL = 0.9;
  private static final double NEARLY_NONE = 0.01;

  QueueUse() {
    super(
        RuleInfo.warning("switch.traffic-in-other-queue")
            .title("traffic uses the queues with PFC and ECN")
            .inputs(NEEDS)
            .cause(
                "Packets are lossless and marked only in the queues that are set up for it. If "
                    + "nearly all bytes leave by another queue, RDMA's DSCP does not map to the "
                    + "lossless class, or the sender does not set that DSCP.")
            .modes(25, 26)
            .source(
                "SONiC command reference, show queue counters; sonic-net/sonic-buildimage#21891"));
  }

  @Override
  protected boolean appliesTo(HostFacts host) {
    return true;
  }

  @Override
  protected void judge(HostFacts host, FindingCollector to) {
    Optional<SwitchQos> qos = SwitchVendors.qos(host);
    if (qos.isEmpty()) {
      to.notApplicable(host.name(), "it is not a switch with a known configuration");
      return;
    }
    Map<String, List<QueueTraffic>> byPort = new LinkedHashMap<>();
    for (QueueTraffic each : SwitchVendors.queueTraffic(host)) {
      byPort.computeIfAbsent(each.port(), _ -> new ArrayList<>()).add(each);
    }
    boolean any = false;
    for (Map.Entry<String, List<QueueTraffic>> port : byPort.entrySet()) {
      SortedSet<Integer> expected = expected(qos.get(), port.getKey());
      long sum = port.getValue().stream().mapToLong(QueueTraffic::bytes).sum();
      if (!expected.isEmpty() && sum >= LEAST_BYTES) {
        any = true;
        judge(host, port.getKey(), port.getValue(), expected, sum, to);
      }
    }
    if (!any) {
      to.missingInput(host.name(), NEEDS + ", of a port with PFC that sent at least 1 GB");
    }
  }

  private static void judge(
      HostFacts host,
      String port,
      List<QueueTraffic> queues,
      SortedSet<Integer> expected,
      long sum,
      FindingCollector to) {
    QueueTraffic most =
        queues.stream().max(Comparator.comparingLong(QueueTraffic::bytes)).orElseThrow();
    long inExpected =
        queues.stream()
            .filter(each -> expected.contains(each.queue()))
            .mapToLong(QueueTraffic::bytes)
            .sum();
    if (expected.contains(most.queue())
        || most.bytes() < NEARLY_ALL * sum
        || inExpected >= NEARLY_NONE * sum) {
      to.pass();
      return;
    }
    List<Evidence> seen = new ArrayList<>(List.of(most.evidence()));
    queues.stream()
        .filter(each -> expected.contains(each.queue()))
        .forEach(each -> seen.add(each.evidence()));
    String names = String.join(", ", expected.stream().map(String::valueOf).toList());
    to.finding(
            host.name(),
            port,
            String.format(
                Locale.ROOT,
                "%.1f %% of the bytes left by queue %d; the queues for RDMA (%s) sent %d bytes",
                100.0 * most.bytes() / sum,
                most.queue(),
                names,
                inExpected))
        .addEvidence(seen)
        .fix(() ->
            Fix.advice(
                "map RDMA's DSCP to the class of a queue with PFC and ECN (%s), and check the DSCP of the sender (NCCL_IB_TC >> 2, cma_roce_tos)"
                    .formatted(names)))
        .report();
  }

  /** Queues of lossless classes of a port; else those that a command listed. */
  private static SortedSet<Integer> expected(SwitchQos qos, String name) {
    SwitchPort port = qos.port(qos.ports().names().resolve(name));
    SortedSet<Integer> queues = new TreeSet<>();
    port.lossless().orElse(new TreeSet<>()).forEach(each -> queues.add(port.queues().of(each)));
    if (queues.isEmpty()) {
      queues.addAll(qos.marking().listed().keySet());
    }
    return queues;
  }
}
