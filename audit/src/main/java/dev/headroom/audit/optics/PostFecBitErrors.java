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
            .title("links have no bit errors after FEC")
            .inputs(COUNTERS)
            .cause(
                "FEC corrects the raw bit errors of every fast link. Errors that it cannot "
                    + "correct lose packets, and each loss makes RoCE retransmit all packets in "
                    + "flight (go-back-N).")
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
              "one bit in %.0e is wrong after FEC".formatted(1 / rate.get()))
          .addEvidence(rate.findEvidence().stream().toList())
          .fix(() ->
              Fix.advice(
                  "clean and reseat both ends; replace cable or module; check FEC on both ends"))
          .report();
    }
    if (!any) {
      to.missingInput(host.name(), COUNTERS);
    }
  }
}
