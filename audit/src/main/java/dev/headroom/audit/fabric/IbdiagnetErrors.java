package dev.headroom.audit.fabric;

import dev.headroom.audit.FindingCollector;
import dev.headroom.audit.HostRule;
import dev.headroom.audit.RuleInfo;
import dev.headroom.audit.fix.Fix;
import dev.headroom.formats.fact.Fact;
import dev.headroom.formats.fact.Subject;
import dev.headroom.formats.fact.SubjectKind;
import dev.headroom.formats.host.HostFacts;
import java.util.ArrayList;
import java.util.List;

/** Rule that reports the errors of ibdiagnet. */
final class IbdiagnetErrors extends HostRule {
  private static final int MOST = 10;

  IbdiagnetErrors() {
    super(
        RuleInfo.error("fabric.ibdiagnet")
            .title("ibdiagnet finds no errors")
            .inputs("ibdiagnet's report")
            .cause("ibdiagnet marks serious faults with -E-: duplicate GUIDs, failing links.")
            .source("ibdiagnet(1)"));
  }

  @Override
  protected void judge(HostFacts host, FindingCollector to) {
    List<Fact> errors = new ArrayList<>();
    boolean any = false;
    for (Subject event : host.facts().subjects(SubjectKind.EVENT)) {
      any |= host.facts().first(event, "ibdiagnet.part").isPresent();
      for (String key : List.of("ibdiagnet.e", "ibdiagnet.f")) {
        host.facts().first(event, key).ifPresent(errors::add);
      }
    }
    if (!any) {
      to.missingInput(host.name(), "ibdiagnet's report");
    } else if (errors.isEmpty()) {
      to.pass();
    } else {
      to.finding(
              host.name(),
              "",
              errors.size() == 1
                  ? "ibdiagnet found: " + errors.getFirst().value().strip()
                  : "ibdiagnet found " + errors.size() + " errors")
          .addEvidence(errors.stream().limit(MOST).map(Fact::evidence).toList())
          .fix(() ->
              Fix.advice("each line names node and port; check cable and firmware there first"))
          .report();
    }
  }
}
