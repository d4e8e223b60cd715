package dev.headroom.audit.switches;

import dev.headroom.audit.FindingCollector;
import dev.headroom.audit.RuleInfo;
import dev.headroom.audit.Severity;
import dev.headroom.audit.fix.Fix;
import dev.headroom.formats.fact.Evidence;
import dev.headroom.formats.fact.ReportedValue;
import dev.headroom.formats.host.HostFacts;
import dev.headroom.formats.switches.SwitchPort;
import dev.headroom.formats.switches.SwitchQos;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;

/** Rule that reports CNPs in a queue that is paused, ECN-marked, or served after others. */
public final class CnpQueue extends SwitchRule {
  /** What vendors' guides give CNPs, and NICs have as they come. */
  public static final int DSCP = 48;

  CnpQueue() {
    super(
        RuleInfo.warning("switch.cnp-queue")
            .title("CNPs have a strict-priority queue without PFC and ECN marking")
            .inputs(ANY)
            .cause(
                "A CNP that waits behind data packets arrives too late, after the queue has "
                    + "grown. If its queue is paused or overflows, the CNP does not arrive at "
                    + "all.")
            .modes(25)
            .source(
                "NVIDIA, Cumulus Linux, RDMA over Converged Ethernet (traffic class 6, CNP: "
                    + "strict); Zhu et al., SIGCOMM 2015, section 3.3"));
  }

  private record Flaw(String message, Severity severity) {}

  @Override
  protected void judge(HostFacts host, SwitchQos qos, FindingCollector to) {
    Map<Flaw, List<String>> flaws = new LinkedHashMap<>();
    Map<Flaw, List<Evidence>> seen = new LinkedHashMap<>();
    SortedSet<Integer> unknown = new TreeSet<>();
    boolean told = false;
    for (SwitchPort port : qos.ports().set()) {
      ReportedValue<SortedSet<Integer>> lossless = port.lossless();
      ReportedValue<Long> queue = port.classes().of(DSCP);
      if (!lossless.matches(classes -> !classes.isEmpty()) || !queue.isReported()) {
        continue;
      }
      told = true;
      int of = (int) (long) queue.get();
      ReportedValue<Boolean> strict = port.isStrict(of);
      if (lossless.get().contains(of)) {
        note(
            flaws,
            seen,
            new Flaw("class " + of + ", which is lossless", Severity.WARNING),
            port.name(),
            queue,
            lossless);
      } else if (port.curve(of).isPresent()) {
        note(
            flaws,
            seen,
            new Flaw("queue " + of + ", which has ECN marking or WRED", Severity.WARNING),
            port.name(),
            queue);
      } else if (strict.equalTo(false)) {
        note(
            flaws,
            seen,
            new Flaw("queue " + of + ", which has no strict priority", Severity.INFO),
            port.name(),
            queue,
            strict);
      } else if (strict.isReported()) {
        to.pass();
      } else {
        unknown.add(of);
      }
    }
    unknown.forEach(each ->
        to.missingInput(
            host.name(), "whether queue %d of %s has strict priority".formatted(each, qos.name())));
    if (!told) {
      to.missingInput(
          host.name(), "the class of DSCP 48 and the lossless classes of " + qos.name());
    }
    flaws.forEach((flaw, ports) ->
        to.finding(
                host.name(),
                "",
                "CNPs (DSCP %d) go into %s, on %s".formatted(DSCP, flaw.message(), some(ports)))
            .severity(flaw.severity())
            .addEvidence(seen.getOrDefault(flaw, List.of()))
            .fix(() ->
                Fix.advice(
                    "map DSCP 48 to a separate class without PFC and ECN, and serve it with "
                        + "strict priority"))
            .report());
  }

  private static void note(
      Map<Flaw, List<String>> flaws,
      Map<Flaw, List<Evidence>> seen,
      Flaw flaw,
      String port,
      ReportedValue<?>... values) {
    flaws.computeIfAbsent(flaw, _ -> new ArrayList<>()).add(port);
    seen.computeIfAbsent(flaw, _ -> new ArrayList<>(SwitchQos.evidenceOf(values)));
  }
}
