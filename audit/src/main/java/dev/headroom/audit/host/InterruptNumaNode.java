package dev.headroom.audit.host;

import dev.headroom.audit.FindingCollector;
import dev.headroom.audit.HostRule;
import dev.headroom.audit.RuleInfo;
import dev.headroom.audit.fix.Fix;
import dev.headroom.audit.fix.HostSetting;
import dev.headroom.audit.fix.SettingChange;
import dev.headroom.formats.fact.Evidence;
import dev.headroom.formats.fact.FactSet;
import dev.headroom.formats.fact.ReportedValue;
import dev.headroom.formats.fact.Subject;
import dev.headroom.formats.fact.SubjectKind;
import dev.headroom.formats.host.HostFacts;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;

/** Rule that reports device interrupts served by CPUs of another NUMA node. */
final class InterruptNumaNode extends HostRule {
  private static final String NEEDS =
      "/proc/irq/*/node and smp_affinity, and the CPUs of NUMA nodes (lscpu or numactl -H)";

  InterruptNumaNode() {
    super(
        RuleInfo.warning("numa.interrupts")
            .title("CPUs of the device's NUMA node serve its interrupts")
            .inputs(NEEDS)
            .cause(
                "Otherwise the CPU that serves the interrupt reads the completion across the "
                    + "link between sockets. irqbalance is known to place interrupts that way.")
            .source(
                "Linux Documentation/core-api/irq/irq-affinity; Irqbalance#169; article S2:231"));
  }

  @Override
  protected void judge(HostFacts host, FindingCollector to) {
    FactSet facts = host.facts();
    List<Evidence> seen = new ArrayList<>();
    List<String> wrong = new ArrayList<>();
    List<SettingChange> changes = new ArrayList<>();
    boolean judged = false;
    for (Subject irq : facts.subjects(SubjectKind.IRQ)) {
      ReportedValue<Long> node = facts.number(irq, "node");
      Optional<BitSet> cpus = affinity(facts, irq);
      if (!node.matches(n -> n >= 0) || cpus.isEmpty()) {
        continue;
      }
      ReportedValue<String> local = facts.text(Subject.numa(String.valueOf(node.get())), "cpus");
      Optional<BitSet> near = local.optional().flatMap(CpuSet::ofList);
      if (near.isEmpty()) {
        continue;
      }
      judged = true;
      if (cpus.get().intersects(near.get())) {
        to.pass();
        continue;
      }
      wrong.add(irq.name());
      node.findEvidence().ifPresent(seen::add);
      facts.firstFactsOf(irq).stream()
          .filter(f -> f.key().startsWith("smp-affinity"))
          .limit(1)
          .forEach(f -> seen.add(f.evidence()));
      Fix.ofSafeValues(() ->
              Fix.of(
                  SettingChange.of(
                      HostSetting.IRQ, irq.name(), local.get().strip().replaceAll("\\s+", ","))))
          .steps()
          .forEach(step -> changes.add((SettingChange) step));
    }
    if (!judged) {
      to.missingInput(host.name(), NEEDS);
    } else if (!wrong.isEmpty()) {
      to.finding(
              host.name(),
              "",
              "interrupts %s are served by CPUs of another NUMA node than the device's"
                  .formatted(String.join(", ", wrong.subList(0, Math.min(8, wrong.size())))))
          .addEvidence(seen)
          .fix(() -> {
            // irqbalance would move them again within seconds.
            changes.addFirst(
                SettingChange.of(HostSetting.SERVICE_STOPPED, "irqbalance.service", "yes"));
            return Fix.of(changes.toArray(SettingChange[]::new));
          })
          .report();
    }
  }

  private static Optional<BitSet> affinity(FactSet facts, Subject irq) {
    ReportedValue<String> list =
        facts.text(irq, "smp-affinity-list").orElseReported(facts.text(irq, "affinity.list"));
    return list.isReported()
        ? list.optional().flatMap(CpuSet::ofList)
        : facts.text(irq, "smp-affinity").optional().flatMap(CpuSet::ofMask);
  }
}
