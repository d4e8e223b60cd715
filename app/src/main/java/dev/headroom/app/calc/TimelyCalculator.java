package dev.headroom.app.calc;

import dev.headroom.app.json.Calculation;
import dev.headroom.congestion.fluid.PatchedTimelyFluid;
import dev.headroom.congestion.fluid.PatchedTimelyFluid.FixedPoint;
import dev.headroom.run.figures.NumberText;
import dev.headroom.unit.CountedNoun;
import dev.headroom.unit.Rate;
import dev.headroom.unit.Size;
import dev.headroom.unit.Time;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * Calculator {@code headroom calc timely}: fixed point of patched TIMELY's fluid model, and its
 * stability.
 */
@Command(
    name = "timely",
    description = "Patched TIMELY's fixed point, phase margin and convergence, by its fluid model.",
    footerHeading = "%nExamples:%n",
    footer = {
      "  headroom calc timely --rate 10Gbps --flows 20",
      "  headroom calc timely --rate 10Gbps --flows 40 --propagation 50us"
    })
final class TimelyCalculator extends Calculator {
  @Option(
      names = "--rate",
      required = true,
      converter = QuantityConverter.OfRate.class,
      paramLabel = "RATE",
      description = "Rate of the bottleneck C.")
  private Rate rate = new Rate(0);

  @Option(names = "--flows", required = true, paramLabel = "N", description = "Flows N.")
  private int flows;

  @Option(
      names = "--propagation",
      defaultValue = "0us",
      converter = QuantityConverter.OfTime.class,
      paramLabel = "TIME",
      description = "Round-trip time without queueing, Dprop. Default: 0us.")
  private Time propagation = Time.ZERO;

  @Option(
      names = "--segment",
      defaultValue = "16KB",
      converter = QuantityConverter.OfSize.class,
      paramLabel = "SIZE",
      description = "Bytes per rate update, Seg. Default: 16KB.")
  private Size segment = Size.ZERO;

  @Option(
      names = "--packet",
      defaultValue = "1000B",
      converter = QuantityConverter.OfSize.class,
      paramLabel = "SIZE",
      description = "Packet size. Default: 1000B, as in the paper.")
  private Size packet = Size.ZERO;

  @Option(
      names = "--delta",
      defaultValue = "10Mbps",
      converter = QuantityConverter.OfRate.class,
      paramLabel = "RATE",
      description = "Additive increase. Default: 10Mbps.")
  private Rate delta = new Rate(0);

  @Option(
      names = "--beta",
      defaultValue = "0.008",
      converter = QuantityConverter.OfShare.class,
      paramLabel = "SHARE",
      description = "Decrease factor. Default: 0.008.")
  private double beta;

  @Option(
      names = "--ewma",
      defaultValue = "0.875",
      converter = QuantityConverter.OfShare.class,
      paramLabel = "SHARE",
      description = "Weight of the newest RTT difference. Default: 0.875.")
  private double ewma;

  @Option(
      names = "--low",
      defaultValue = "50us",
      converter = QuantityConverter.OfTime.class,
      paramLabel = "TIME",
      description = "Tlow. Default: 50us.")
  private Time low = Time.ZERO;

  @Option(
      names = "--min-rtt",
      defaultValue = "20us",
      converter = QuantityConverter.OfTime.class,
      paramLabel = "TIME",
      description = "Dmin, the unit of RTT differences. Default: 20us.")
  private Time minRtt = Time.ZERO;

  @Override
  Calculation calculate() {
    PatchedTimelyFluid fluid =
        new PatchedTimelyFluid(
            rate.bps(),
            flows,
            propagation.seconds(),
            segment.bytes(),
            packet.bytes(),
            delta.bps(),
            beta,
            ewma,
            low.seconds(),
            minRtt.seconds());
    FixedPoint point = fluid.fixedPoint();
    Calculation calculation =
        Calculation.of(
            name(), "patched TIMELY, %s at %s".formatted(CountedNoun.of(flows, "flow"), rate));
    inputs(calculation);
    calculation
        .formula("rest: q* = C Tlow (1 + N delta / (beta C)), R = C/N")
        .formula("tau' = q*/C + MTU/C + Dprop, tau* = max(Seg/R, Dmin)")
        .formula("phase margin: 180 degrees + phase of the linearized loop where its gain is 1")
        .formula("equal within a tenth: exp(-delta (N-1) t / (2 Seg)) = 0.1 / N")
        .result("queueBytes", "queue q*", point.queueBytes(), NumberText.size(point.queueBytes()))
        .gbps("rateGbps", "rate of each flow", point.rateBps() * 1e-9)
        .seconds("feedbackSeconds", "feedback delay tau'", point.feedbackSeconds())
        .seconds("updateSeconds", "update interval tau*", point.updateSeconds());
    DcqcnCalculator.margin(
        calculation,
        "phaseMargin",
        "phase margin, published",
        fluid.margin(PatchedTimelyFluid.PUBLISHED_SLOPE));
    DcqcnCalculator.margin(
        calculation,
        "algorithmMargin",
        "phase margin, of the algorithm",
        fluid.margin(PatchedTimelyFluid.ALGORITHM_SLOPE));
    fluid
        .convergenceSeconds()
        .ifPresent(time -> calculation.seconds("convergenceSeconds", "equal shares within", time));
    return calculation
        .note(
            "The weight w(g) of the algorithm rises by 2 g; the authors computed their "
                + "margins with g/2, which supports twice as many flows.")
        .source("Zhu et al., ECN or Delay, CoNEXT 2016, section 4.3")
        .source("jitupadhye-zz/rdma, fluidmodel/timely/stability_fixed_final.m");
  }

  private void inputs(Calculation calculation) {
    calculation
        .input("rate", "bottleneck C", rate)
        .input("flows", "flows N", flows)
        .input("propagation", "round-trip time without queueing Dprop", propagation)
        .input("segment", "segment Seg", segment)
        .input("packet", "packet MTU", packet)
        .input("delta", "additive increase delta", delta)
        .input("beta", "decrease factor beta", beta)
        .input("ewma", "weight of the newest RTT difference", ewma)
        .input("low", "Tlow", low)
        .input("minRtt", "Dmin", minRtt);
  }
}
