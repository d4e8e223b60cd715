package dev.headroom.audit.pci;

import dev.headroom.audit.FindingCollector;
import dev.headroom.audit.HostRule;
import dev.headroom.audit.RuleInfo;
import dev.headroom.audit.fix.Fix;
import dev.headroom.formats.fact.Fact;
import dev.headroom.formats.fact.ReportedValue;
import dev.headroom.formats.fact.Subject;
import dev.headroom.formats.fact.SubjectKind;
import dev.headroom.formats.host.HostFacts;
import dev.headroom.formats.pci.PciKeys;
import java.util.ArrayList;
import java.util.List;

/**
 * Rule that reports PCIe links with replay rollovers: a packet was replayed four times in a row,
 * after which the link retrains. Single replays are harmless.
 */
final class ReplayRollover extends HostRule {
  private static final String NEEDS =
      "nvidia-smi -q (Replay Number Rollovers), amd-smi metric --pcie, or aer_dev_correctable of sysfs";

  ReplayRollover() {
    super(
        RuleInfo.warning("pcie.replay-rollover")
            .title("no PCIe link retrained after replays")
            .inputs(NEEDS)
            .cause(
                "A corrupted packet is replayed. After the fourth failed replay the link "
                    + "retrains, and all of its traffic waits. Candidates: connector, riser or "
                    + "retimer.")
            .source(
                "PCI Express Base Specification 6.0, 3.6.2.1 (REPLAY_NUM); nvidia-smi(1), Replay Number"
                    + " Rollovers; Linux Documentation/ABI/testing/sysfs-bus-pci-devices-aer_stats"));
  }

  @Override
  protected void judge(HostFacts host, FindingCollector to) {
    boolean told = false;
    for (Subject gpu : host.facts().subjects(SubjectKind.GPU)) {
      ReportedValue<Long> count =
          host.facts()
              .number(gpu, PciKeys.REPLAY_ROLLOVERS)
              .orElseReported(host.facts().number(gpu, "pci.replay_rollover_counter"));
      if (count.isReported()) {
        told = true;
        judge(host, "GPU " + gpu.name(), count, to);
      }
    }
    for (Subject function : host.facts().subjects(SubjectKind.PCI)) {
      for (ReportedValue<Long> count : aer(host, function)) {
        told = true;
        judge(host, function.name(), count, to);
      }
    }
    if (!told) {
      to.missingInput(host.name(), NEEDS);
    }
  }

  /** {@code Rollover 2}, a line of the file. */
  private static List<ReportedValue<Long>> aer(HostFacts host, Subject function) {
    List<ReportedValue<Long>> counts = new ArrayList<>();
    for (Fact fact : host.facts().all(function, "aer_dev_correctable")) {
      String value = fact.value().strip();
      if (value.matches("Rollover \\d{1,18}")) {
        counts.add(
            ReportedValue.reported(
                Long.parseLong(value.substring("Rollover ".length())), fact.evidence()));
      }
    }
    return counts;
  }

  private static void judge(
      HostFacts host, String part, ReportedValue<Long> count, FindingCollector to) {
    if (count.get() == 0) {
      to.pass();
      return;
    }
    to.finding(
            host.name(),
            part,
            count.get() == 1
                ? "the link retrained once after replays"
                : "the link retrained " + count.get() + " times after replays")
        .addEvidence(count.findEvidence().stream().toList())
        .fix(() ->
            Fix.advice(
                "reseat the card, check riser, retimer and cable; check whether the count grows"))
        .report();
  }
}
