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

/** Rule that reports the warnings of ibdiagnet, of its report and of its database. */
final class IbdiagnetWarnings extends HostRule {
  private static final int MOST = 10;
  private static final String NEEDS = "ibdiagnet's report or ibdiagnet2.db_csv";
  private static final String OF_LINK = "warnings_";

  /** The check that {@link FabricBitErrors} judges, also where a device does not support it. */
  private static final String BIT_ERRORS = "warnings_symbol_ber_check";

  IbdiagnetWarnings() {
    super(
        RuleInfo.warning("fabric.ibdiagnet-warnings")
            .title("ibdiagnet has no warnings")
            .inputs(NEEDS)
            .cause(
                "ibdiagnet marks with -W- what is not broken, but unlike the rest of the fabric: "
                    + "error counters, links with fewer lanes, firmware that differs.")
            .source("ibdiagnet(1)"));
  }

  @Override
  protected void judge(HostFacts host, FindingCollector to) {
    List<Fact> warnings = new ArrayList<>();
    boolean any = false;
    for (Subject event : host.facts().subjects(SubjectKind.EVENT)) {
      any |= host.facts().first(event, "ibdiagnet.part").isPresent();
      host.facts().first(event, "ibdiagnet.w").ifPresent(warnings::add);
    }
    for (Subject link : host.facts().subjects(SubjectKind.LINK)) {
      host.facts().firstFactsOf(link, key -> key.startsWith(OF_LINK)).stream()
          .filter(warning -> !warning.key().equals(BIT_ERRORS))
          .forEach(warnings::add);
    }
    if (!warnings.isEmpty()) {
      to.finding(
              host.name(),
              "",
              warnings.size() == 1
                  ? "ibdiagnet warns: " + warnings.getFirst().value().strip()
                  : "ibdiagnet has " + warnings.size() + " warnings")
          .addEvidence(warnings.stream().limit(MOST).map(Fact::evidence).toList())
          .fix(() ->
              Fix.advice(
                  "each line names node and port; clear the counters, and look at the links "
                      + "whose counters rise again"))
          .report();
    } else if (any) {
      to.pass();
    } else {
      to.missingInput(host.name(), NEEDS);
    }
  }
}
