package dev.headroom.audit.host;

import dev.headroom.audit.FindingCollector;
import dev.headroom.audit.HostRule;
import dev.headroom.audit.RuleInfo;
import dev.headroom.audit.Severity;
import dev.headroom.audit.fix.Fix;
import dev.headroom.formats.fact.Fact;
import dev.headroom.formats.fact.Subject;
import dev.headroom.formats.fact.SubjectKind;
import dev.headroom.formats.host.HostFacts;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Rule that reports CPUs whose governor lowers their clocks. */
final class CpuGovernor extends HostRule {
  private static final String NEEDS = "/sys/devices/system/cpu/cpu*/cpufreq/scaling_governor";

  /** Drivers under which powersave raises the clock with the load. */
  private static final String SELF_SCALING = "intel_pstate|amd[-_]pstate[-_]epp";

  private static final int MOST_EVIDENCE = 3;

  CpuGovernor() {
    super(
        RuleInfo.warning("cpu.governor")
            .title("CPUs run at full clock (governor performance)")
            .inputs(NEEDS)
            .cause(
                "With powersave, most drivers keep a CPU at its lowest clock. Threads that post "
                    + "work requests, poll completions and copy data are then slower by the "
                    + "ratio of the clocks. Under intel_pstate and amd-pstate-epp the clock "
                    + "rises with the load, with a delay after each pause.")
            .source("Linux Documentation/admin-guide/pm/cpufreq, intel_pstate, amd-pstate"));
  }

  @Override
  protected void judge(HostFacts host, FindingCollector to) {
    Map<String, List<Fact>> slow = new TreeMap<>();
    int known = 0;
    for (Subject cpu : host.facts().subjects(SubjectKind.CPU)) {
      List<Fact> said = host.facts().all(cpu, "scaling_governor");
      if (said.isEmpty()) {
        continue;
      }
      known++;
      String governor = said.getFirst().value().strip();
      if (governor.equals("performance")) {
        to.pass();
      } else {
        slow.computeIfAbsent(governor, _ -> new ArrayList<>()).add(said.getFirst());
      }
    }
    if (known == 0) {
      to.missingInput(host.name(), NEEDS);
    }
    int all = known;
    slow.forEach((governor, cpus) ->
        to.finding(
                host.name(),
                governor,
                "%d of %d CPUs have the governor %s".formatted(cpus.size(), all, governor))
            .severity(severity(host, governor))
            .addEvidence(cpus.stream().limit(MOST_EVIDENCE).map(Fact::evidence).toList())
            .fix(() ->
                Fix.advice(
                    "cpupower frequency-set -g performance; keep it with tuned-adm profile "
                        + "network-latency, or in the cpupower service"))
            .report());
  }

  private static Severity severity(HostFacts host, String governor) {
    boolean scales =
        host.facts().subjects(SubjectKind.CPU).stream()
            .anyMatch(cpu ->
                host.facts()
                    .text(cpu, "scaling_driver")
                    .matches(each -> each.strip().matches(SELF_SCALING)));
    return governor.equals("powersave") && !scales ? Severity.WARNING : Severity.INFO;
  }
}
