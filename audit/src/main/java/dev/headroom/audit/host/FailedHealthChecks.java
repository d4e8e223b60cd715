package dev.headroom.audit.host;

import dev.headroom.audit.FindingCollector;
import dev.headroom.audit.HostRule;
import dev.headroom.audit.RuleInfo;
import dev.headroom.audit.fix.Fix;
import dev.headroom.formats.fact.Evidence;
import dev.headroom.formats.fact.Fact;
import dev.headroom.formats.fact.FactSource;
import dev.headroom.formats.fact.Subject;
import dev.headroom.formats.fact.SubjectKind;
import dev.headroom.formats.host.HostFacts;
import dev.headroom.formats.joblog.NodeHealthCheckReader;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntPredicate;

/**
 * Rule that reports failed checks of Node Health Check before a job, each once for every reason.
 * What failed before a later run in the same log that passed is over.
 */
final class FailedHealthChecks extends HostRule {
  private static final String NEEDS =
      "nhc -v (or /var/log/nhc.log, sinfo -R, scontrol show node), with the checks that ran";

  private static final int MOST_SEEN = 10;

  private final boolean ofNetwork;

  private FailedHealthChecks(RuleInfo ruleInfo, boolean ofNetwork) {
    super(ruleInfo);
    this.ofNetwork = ofNetwork;
  }

  /** Checks of what RDMA goes through. */
  static FailedHealthChecks ofNetwork() {
    return new FailedHealthChecks(
        RuleInfo.error("rdma.health-check")
            .title("nodes pass their health checks of NICs and fabric")
            .inputs(NEEDS)
            .cause(
                "Node Health Check found that a NIC, its link or its bandwidth differs from "
                    + "nhc.conf, and drains the node. No job starts there until it is repaired. "
                    + "A job that already runs loses the NIC: NCCL does not use it, falls back "
                    + "to sockets, or ends with an error.")
            .source(
                "mej/nhc, nhc and scripts/lbnl_hw.nhc; Azure/azurehpc-health-checks, customTests; mej/nhc#82"),
        true);
  }

  /** All others: GPUs, memory, filesystems, processes. */
  static FailedHealthChecks ofNode() {
    return new FailedHealthChecks(
        RuleInfo.warning("job.health-check")
            .title("nodes pass their other health checks")
            .inputs(NEEDS)
            .cause(
                "Node Health Check found a difference between the node and nhc.conf, and drains "
                    + "the node. No job starts there, and jobs that request the node wait. If a "
                    + "job runs on the node anyway, a missing or throttled GPU slows down all "
                    + "other GPUs of that job.")
            .source("mej/nhc, nhc and scripts; NVIDIA/deepops#660; mej/nhc#134, #147"),
        false);
  }

  @Override
  protected void judge(HostFacts host, FindingCollector to) {
    List<Said> all =
        host.facts().subjects(SubjectKind.EVENT).stream()
            .flatMap(event ->
                host.facts().all(event, NodeHealthCheckReader.RESULT).stream()
                    .map(result -> Said.of(host, event, result)))
            .toList();
    Passes passes = new Passes(all);
    Map<String, List<Said>> failures = new LinkedHashMap<>();
    for (Said said : all) {
      if (said.result().equals(NodeHealthCheckReader.FAILED)
          && said.isOfNetwork() == ofNetwork
          && !passes.follow(said)) {
        failures
            .computeIfAbsent(
                said.node() + "\n" + said.check() + "\n" + said.why(), _ -> new ArrayList<>())
            .add(said);
      }
    }
    boolean passed =
        all.stream()
            .anyMatch(said ->
                said.result().equals(NodeHealthCheckReader.ALL_PASSED)
                    || (said.result().equals(NodeHealthCheckReader.PASSED)
                        && said.isOfNetwork() == ofNetwork));
    if (failures.isEmpty() && passed) {
      to.pass();
    } else if (failures.isEmpty()) {
      to.missingInput(host.name(), NEEDS);
    }
    failures.values().forEach(same -> report(host, same, to));
  }

  /** Where in each log a node passed all its checks for the last time. */
  private static final class Passes {
    private final Map<FactSource, Map<String, Integer>> last = new HashMap<>();

    Passes(List<Said> all) {
      for (Said each : all) {
        if (each.result().equals(NodeHealthCheckReader.ALL_PASSED)) {
          last.computeIfAbsent(each.evidence().source(), _ -> new HashMap<>())
              .merge(each.node(), each.evidence().line(), Math::max);
        }
      }
    }

    /** Whether one comes behind a failure of which it is not known to be another node's. */
    boolean follow(Said failure) {
      Map<String, Integer> here = last.getOrDefault(failure.evidence().source(), Map.of());
      IntPredicate later = line -> line > failure.evidence().line();
      return failure.node().isEmpty()
          ? here.values().stream().anyMatch(later::test)
          : later.test(here.getOrDefault(failure.node(), 0))
              || later.test(here.getOrDefault("", 0));
    }
  }

  private static void report(HostFacts host, List<Said> same, FindingCollector to) {
    Said first = same.getFirst();
    String node = first.node().equals(host.name()) ? "" : first.node();
    HealthCheck check = HealthCheck.of(first.check(), first.why());
    String named = first.check().isEmpty() ? "a health check" : "the health check " + first.check();
    to.finding(
            host.name(),
            node,
            "%s failed%s: %s%s"
                .formatted(
                    named,
                    node.isEmpty() ? "" : " on " + node,
                    first.why(),
                    check.means().isEmpty() ? "" : " (" + check.means() + ")"))
        .addEvidence(same.stream().map(Said::evidence).limit(MOST_SEEN).toList())
        .fix(() -> Fix.advice(check.advice()))
        .report();
  }

  /**
   * One line's result.
   *
   * @param node that the line names, or blank
   * @param check blank where the line names none
   */
  private record Said(String result, String node, String check, String why, Evidence evidence) {
    static Said of(HostFacts host, Subject event, Fact result) {
      Evidence line = result.evidence();
      return new Said(
          result.value(),
          value(host, event, NodeHealthCheckReader.NODE, line),
          value(host, event, NodeHealthCheckReader.CHECK, line),
          value(host, event, NodeHealthCheckReader.WHY, line),
          line);
    }

    /** Events of several files have the same names: what counts is said by the same line. */
    private static String value(HostFacts host, Subject event, String key, Evidence line) {
      return host.facts().all(event, key).stream()
          .filter(fact -> fact.evidence().equals(line))
          .map(Fact::value)
          .findFirst()
          .orElse("");
    }

    boolean isOfNetwork() {
      return HealthCheck.isNetworkCheck(check);
    }
  }
}
