package dev.headroom.audit.fabric;

import dev.headroom.audit.FindingCollector;
import dev.headroom.audit.HostRule;
import dev.headroom.audit.RuleInfo;
import dev.headroom.audit.fix.Fix;
import dev.headroom.formats.fact.Evidence;
import dev.headroom.formats.fact.FactSet;
import dev.headroom.formats.fact.ReportedValue;
import dev.headroom.formats.fact.Subject;
import dev.headroom.formats.fact.SubjectKind;
import dev.headroom.formats.host.HostFacts;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** Rule that reports ports of a fabric with bit errors after forward error correction. */
final class FabricBitErrors extends HostRule {
  /**
   * What ibdiagnet takes for too many where a port has no limit of its own ({@code --ber_thresh}).
   */
  private static final double MOST = 1e-12;

  /** What ibdiagnet calls ports that exceed limits of their own, not those that come near. */
  private static final Set<String> EXCEEDED =
      Set.of("BER_THRESHOLD_EXCEEDED", "BER_RS_FEC_EXCESSIVE_ERRORS");

  private static final String INPUT =
      "ibdiagnet2.net_dump_ext, or ibdiagnet2.db_csv of ibdiagnet --get_phy_info";
  private static final int NAMED = 4;

  FabricBitErrors() {
    super(
        RuleInfo.warning("fabric.bit-errors")
            .title("fabric links have no bit errors after FEC")
            .inputs(INPUT)
            .cause(
                "FEC corrects the raw bit errors of every fast link. Data that it cannot correct "
                    + "is retransmitted by the link or lost, and all flows of that port wait.")
            .source("ibdiagnet(1), --ber_thresh, 10^12; symbol BER check of ibdiagnet2.db_csv"));
  }

  @Override
  protected void judge(HostFacts host, FindingCollector to) {
    FactSet facts = host.facts();
    List<String> ports = new ArrayList<>();
    List<Evidence> lines = new ArrayList<>();
    boolean any = false;
    for (Subject port : facts.subjects(SubjectKind.SWITCH_PORT)) {
      ReportedValue<Double> ratio = facts.decimal(port, "net-dump.effective-ber");
      ReportedValue<String> event = facts.text(port, "ber.event");
      any |= ratio.isReported() || event.isReported();
      boolean exceeded = event.isReported() && EXCEEDED.contains(event.get());
      if (ratio.isReported()
          && ratio.get() > MOST
          && facts.number(port, "net-dump.effective-err").orElse(0L) > 0) {
        ports.add("%s 1 in %.0e".formatted(port.name(), 1 / ratio.get()));
        lines.addAll(ratio.findEvidence().stream().toList());
      } else if (exceeded) {
        ports.add(port.name());
        lines.addAll(event.findEvidence().stream().toList());
      } else if (ratio.isReported() || event.isReported()) {
        to.pass();
      }
    }
    if (!any) {
      to.missingInput(host.name(), INPUT);
    } else if (!ports.isEmpty()) {
      String more = ports.size() > NAMED ? " and " + (ports.size() - NAMED) + " more" : "";
      to.finding(
              host.name(),
              "",
              "bit errors after FEC at fabric ports: "
                  + String.join(", ", ports.subList(0, Math.min(NAMED, ports.size())))
                  + more)
          .addEvidence(lines)
          .fix(() ->
              Fix.advice("clean and reseat both ends of these links; replace the cable or module"))
          .report();
    }
  }
}
