package dev.headroom.audit.optics;

import dev.headroom.audit.FindingCollector;
import dev.headroom.audit.HostRule;
import dev.headroom.audit.RuleInfo;
import dev.headroom.audit.fix.Fix;
import dev.headroom.formats.fact.ReportedValue;
import dev.headroom.formats.fact.Subject;
import dev.headroom.formats.host.HostFacts;

/** Rule that reports bit errors after forward error correction. */
final class PostFecBitErrors extends HostRule {
  /**
   * What a link may have behind FEC: one in 10^12 bits (IEEE 802.3 clause 91: 10^-12 or better).
   */
  private static final double MOST = 1e-12;

  private static final String COUNTERS = "mlxlink -d DEVICE -c";

  PostFecBitErrors() {
    super(
        RuleInfo.warning("optics.bit-errors")
            .title("links lose no bits behind error correction")
            .needs(COUNTERS)
            .cause(
                "FEC repairs the raw errors of every fast link; what it cannot repair is lost packets,"
                    + " and each costs RoCE a go-back of all that is under way.")
            .source("IEEE 802.3-2022, 91.5.3.3; NVIDIA, mlxlink utility, effective physical BER"));
  }

  @Override
  protected void judge(HostFacts host, FindingCollector to) {
    boolean any = false;
    for (Subject device : host.subjectsOfTool("mlxlink")) {
      ReportedValue<Double> rate =
          host.facts().decimal(device, "mlxlink.physical-counters-and-ber.effective-physical-ber");
      any |= rate.isReported();
      if (!rate.isReported()) {
        continue;
      }
      if (rate.get() <= MOST) {
        to.pass();
        continue;
      }
      to.finding(
              host.name(),
              device.name(),
              "one bit in %.0e is wrong behind FEC".formatted(1 / rate.get()))
          .seen(rate.findEvidence().stream().toList())
          .fix(() ->
              Fix.advice(
                  "clean and reseat both ends; change cable or module; look at FEC on both ends"))
          .report();
    }
    if (!any) {
      to.missingInput(host.name(), COUNTERS);
    }
  }
}
