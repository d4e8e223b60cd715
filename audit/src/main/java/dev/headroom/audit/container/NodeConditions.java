package dev.headroom.audit.container;

import dev.headroom.audit.FindingCollector;
import dev.headroom.audit.HostRule;
import dev.headroom.audit.RuleInfo;
import dev.headroom.audit.Severity;
import dev.headroom.audit.fix.Fix;
import dev.headroom.formats.fact.ReportedValue;
import dev.headroom.formats.fact.Subject;
import dev.headroom.formats.fact.SubjectKind;
import dev.headroom.formats.host.HostFacts;
import java.util.List;
import java.util.regex.Pattern;

/** Rule that reports bad conditions of a Kubernetes node, as health monitors set them. */
final class NodeConditions extends HostRule {
  private static final String NEEDS = "the table Conditions of kubectl describe node";
  private static final Pattern ROW = Pattern.compile("table Conditions: at \\d+\\|.*");

  /** Conditions of which {@code True} is good: Ready, AcceleratedHardwareReady. */
  private static final Pattern POSITIVE = Pattern.compile(".*Ready");

  /** Words of monitors that ask for an action; a monitor that asks for none only tells. */
  private static final Pattern ACTION =
      Pattern.compile("Recommended Action=(?!NONE|UNKNOWN)[A-Z_]+");

  NodeConditions() {
    super(
        RuleInfo.warning("container.node-condition")
            .title("the node has no bad condition")
            .inputs(NEEDS)
            .cause(
                "A health monitor or the kubelet found a fault and set a condition of the node. "
                    + "Message and reason name it. Some monitors also cordon the node, so that "
                    + "new pods stay pending.")
            .source(
                "Kubernetes, node conditions; NVIDIA/NVSentinel; kubernetes/node-problem-detector"));
  }

  @Override
  protected void judge(HostFacts host, FindingCollector to) {
    List<Subject> rows =
        host.facts().subjects(SubjectKind.ITEM).stream()
            .filter(row -> ROW.matcher(row.name()).matches())
            .filter(row -> text(host, row, "reason").isReported())
            .toList();
    if (rows.isEmpty()) {
      to.missingInput(host.name(), NEEDS);
      return;
    }
    rows.forEach(row -> judge(host, row, to));
  }

  private static void judge(HostFacts host, Subject row, FindingCollector to) {
    String type = row.name().substring(row.name().indexOf('|') + 1);
    ReportedValue<String> status = text(host, row, "status");
    String good = POSITIVE.matcher(type).matches() ? "True" : "False";
    if (!status.isReported() || status.get().equals(good)) {
      to.pass();
      return;
    }
    String message = text(host, row, "message").orElse("");
    boolean grave = good.equals("True") || ACTION.matcher(message).find();
    to.finding(
            host.name(),
            type,
            "the condition is %s (%s): %s"
                .formatted(status.get(), text(host, row, "reason").orElse(""), message))
        .severity(grave ? Severity.ERROR : Severity.WARNING)
        .addEvidence(status.findEvidence().stream().toList())
        .fix(() ->
            Fix.advice(
                "drain the node and do what the message recommends; the monitor's documentation "
                    + "lists its codes, and DCGM and dmesg have the event itself"))
        .report();
  }

  private static ReportedValue<String> text(HostFacts host, Subject row, String key) {
    return host.facts().text(row, key);
  }
}
