package dev.headroom.audit.optics;

import dev.headroom.audit.FindingCollector;
import dev.headroom.audit.HostRule;
import dev.headroom.audit.RuleInfo;
import dev.headroom.audit.fix.Fix;
import dev.headroom.formats.fact.ReportedValue;
import dev.headroom.formats.fact.Subject;
import dev.headroom.formats.fact.SubjectKind;
import dev.headroom.formats.host.HostFacts;

/** Rule that reports fast links without forward error correction. */
final class FecOff extends HostRule {
  /** Lanes of 50 Gb/s and more (PAM4) are made for FEC: 200GBASE and up. */
  private static final long NEEDS_FEC_MBPS = 200_000;

  private static final String FEC = "ethtool --show-fec INTERFACE";

  FecOff() {
    super(
        RuleInfo.error("optics.fec-off")
            .title("links of 200 Gb/s and more use FEC")
            .inputs(FEC, "ethtool INTERFACE")
            .cause(
                "PAM4 lanes have bit errors by design, one in 10^4 to 10^8 bits, and need FEC to "
                    + "correct them.")
            .source("IEEE 802.3-2022, 119.2.4 (RS(544,514) is part of 200GBASE-R and 400GBASE-R)"));
  }

  @Override
  protected void judge(HostFacts host, FindingCollector to) {
    boolean any = false;
    for (Subject netdev : host.facts().subjects(SubjectKind.NETDEV)) {
      ReportedValue<String> fec =
          host.facts()
              .text(netdev, "fec.active-fec-encoding")
              .orElseReported(host.facts().text(netdev, "fec.active-fec-encodings"));
      ReportedValue<Long> speed = host.facts().number(netdev, "speed.mbps");
      if (!fec.isReported() || !speed.isReported()) {
        continue;
      }
      any = true;
      if (speed.get() >= NEEDS_FEC_MBPS && fec.get().strip().matches("(?i)off|none")) {
        to.finding(host.name(), netdev.name(), "FEC is off at " + speed.get() / 1000 + " Gb/s")
            .addEvidence(fec.findEvidence().stream().toList())
            .addEvidence(speed.findEvidence().stream().toList())
            .fix(() ->
                Fix.advice("ethtool --set-fec " + netdev.name() + " encoding rs, on both ends"))
            .report();
      } else {
        to.pass();
      }
    }
    if (!any) {
      to.missingInput(host.name(), FEC + " and its speed");
    }
  }
}
