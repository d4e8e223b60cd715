package dev.headroom.audit.fabric;

import dev.headroom.audit.FindingCollector;
import dev.headroom.audit.HostRule;
import dev.headroom.audit.RuleInfo;
import dev.headroom.audit.fix.Fix;
import dev.headroom.formats.fact.Evidence;
import dev.headroom.formats.fact.Fact;
import dev.headroom.formats.fact.Subject;
import dev.headroom.formats.fact.SubjectKind;
import dev.headroom.formats.host.HostFacts;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Rule that reports switches without adaptive routing, by the output of ibdiagnet or a log. */
final class AdaptiveRoutingOff extends HostRule {
  private static final Pattern ENABLED =
      Pattern.compile(".*Adaptive ?Routing is enabled on (\\d+) switch.*");

  AdaptiveRoutingOff() {
    super(
        RuleInfo.warning("fabric.adaptive-routing-off")
            .title("adaptive routing is enabled in the fabric")
            .inputs("ibdiagnet's report")
            .cause(
                "The flows of large all-to-alls collide on a few paths if switches do not "
                    + "spread them.")
            .modes(33)
            .source("NVIDIA/nccl#883; article S1:51"));
  }

  @Override
  protected void judge(HostFacts host, FindingCollector to) {
    Optional<Fact> said =
        List.of(SubjectKind.EVENT, SubjectKind.RANK).stream()
            .flatMap(thing -> host.facts().subjects(thing).stream())
            .flatMap(subject -> lines(host, subject).stream())
            .findFirst();
    if (said.isEmpty()) {
      to.missingInput(
          host.name(),
          "ibdiagnet's report with the number of switches that have adaptive " + "routing enabled");
      return;
    }
    Matcher count = ENABLED.matcher(said.get().value());
    if (!count.matches() || !count.group(1).equals("0")) {
      to.pass();
      return;
    }
    Evidence seen = said.get().evidence();
    to.finding(host.name(), "", "no switch has adaptive routing enabled")
        .addEvidence(seen)
        .fix(() ->
            Fix.advice(
                "set the subnet manager's routing engine to ar_updn or ar_ftree, and use a "
                    + "service level with adaptive routing (NCCL_IB_SL)"))
        .report();
  }

  private static List<Fact> lines(HostFacts host, Subject subject) {
    return host.facts().firstFactsOf(subject).stream()
        .filter(fact -> ENABLED.matcher(fact.value()).matches())
        .toList();
  }
}
