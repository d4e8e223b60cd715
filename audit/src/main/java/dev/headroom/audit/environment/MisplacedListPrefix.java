package dev.headroom.audit.environment;

import dev.headroom.audit.FindingCollector;
import dev.headroom.audit.HostRule;
import dev.headroom.audit.RuleInfo;
import dev.headroom.audit.fix.Fix;
import dev.headroom.audit.fix.JobVariable;
import dev.headroom.formats.fact.ReportedValue;
import dev.headroom.formats.fact.SubjectKind;
import dev.headroom.formats.host.HostFacts;
import java.util.ArrayList;
import java.util.List;

/**
 * Rule that reports lists of devices or interfaces with a sign before a name that is not the first.
 */
final class MisplacedListPrefix extends HostRule {
  private static final List<String> LISTS = List.of("NCCL_IB_HCA", "NCCL_SOCKET_IFNAME");

  private static final String BLANK = ".*(?:,\\s+\\S|\\S\\s+,).*";

  MisplacedListPrefix() {
    super(
        RuleInfo.error("nccl.list-signs")
            .title("NCCL's lists have no blanks, and ^ and = only before the whole list")
            .inputs(VariableRule.ENVIRONMENT)
            .cause(
                "NCCL interprets ^ and = only before the first name. Before a later name it is "
                    + "part of that name, which then matches nothing. With ^lo,^docker the "
                    + "container bridges are not excluded, and with =mlx5_0,=mlx5_1 the second "
                    + "NIC is not used. A blank after a comma is part of the name too.")
            .modes(35)
            .source(
                "NCCL environment variables, NCCL_IB_HCA and NCCL_SOCKET_IFNAME; misc/socket.cc and"
                    + " transport/net_ib.cc of NCCL; NVIDIA/nccl-tests#150"));
  }

  @Override
  protected void judge(HostFacts host, FindingCollector to) {
    if (!host.isEnvironmentComplete()
        && LISTS.stream().noneMatch(variable -> host.environment(variable).isReported())) {
      to.missingInput(
          host.name(),
          (host.facts().subjects(SubjectKind.ENV).isEmpty() ? "" : "all of ")
              + VariableRule.ENVIRONMENT);
      return;
    }
    boolean clean = true;
    for (String variable : LISTS) {
      ReportedValue<String> list = host.environment(variable);
      if (list.matches(text -> text.matches(".*,\\s*[\\^=].*"))) {
        clean = false;
        find(host, variable, list, to);
      } else if (list.matches(text -> text.strip().matches(BLANK))) {
        clean = false;
        blank(host, variable, list, to);
      }
    }
    if (clean) {
      to.pass();
    }
  }

  /** NCCL's parseStringList ends a name at a comma or colon, and leaves no character out. */
  private static void blank(
      HostFacts host, String variable, ReportedValue<String> list, FindingCollector to) {
    String text = list.get().strip();
    to.finding(
            host.name(),
            variable,
            "%s=%s: names with a blank before or after them match nothing"
                .formatted(variable, text))
        .addEvidence(list.findEvidence().stream().toList())
        .fix(() -> Fix.of(new JobVariable(variable, text.replaceAll("\\s+", ""))))
        .report();
  }

  private static void find(
      HostFacts host, String variable, ReportedValue<String> list, FindingCollector to) {
    String text = list.get().strip();
    boolean excluded = text.startsWith("^");
    List<String> idle = new ArrayList<>();
    List<String> names = new ArrayList<>();
    for (String each : text.split(",")) {
      String name = each.strip();
      boolean signed = !names.isEmpty() && name.matches("[\\^=].*");
      if (signed) {
        idle.add(name);
      }
      // One list cannot name what to use and what not: what is left out of the first was never in.
      if (!signed || excluded || name.startsWith("=")) {
        names.add(names.isEmpty() ? name : name.replaceFirst("^[\\^=]+", ""));
      }
    }
    to.finding(
            host.name(),
            variable,
            "%s=%s: %s %s nothing, and the interface or device that %s is %s"
                .formatted(
                    variable,
                    text,
                    String.join(" and ", idle),
                    idle.size() == 1 ? "matches" : "match",
                    idle.size() == 1 ? "it means" : "they mean",
                    excluded || idle.getFirst().startsWith("^") ? "not excluded" : "not used"))
        .addEvidence(list.findEvidence().stream().toList())
        .fix(() -> Fix.of(new JobVariable(variable, String.join(",", names))))
        .report();
  }
}
