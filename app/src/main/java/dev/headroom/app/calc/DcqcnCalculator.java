package dev.headroom.app.calc;

import dev.headroom.app.json.Calculation;
import dev.headroom.congestion.fluid.DcqcnFluid;
import dev.headroom.congestion.fluid.DcqcnFluid.Convergence;
import dev.headroom.congestion.fluid.DcqcnFluid.FixedPoint;
import dev.headroom.congestion.fluid.PhaseMargin;
import dev.headroom.congestion.roce.FirstCnp;
import dev.headroom.run.figures.NumberText;
import dev.headroom.unit.CountedNoun;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/**
 * Calculator {@code headroom calc dcqcn}: fixed point of DCQCN's fluid model, and its stability.
 */
@Command(
    name = "dcqcn",
    description = "DCQCN's fixed point, phase margin and convergence, by its fluid model.",
    footerHeading = "%nExamples:%n",
    footer = {
      "  headroom calc dcqcn --rate 40Gbps --flows 10 --feedback-delay 50us \\",
      "      --preset paper",
      "  headroom calc dcqcn --rate 40Gbps --flows 10 --feedback-delay 100us \\",
      "      --rate-ai 10Mbps",
      "  headroom calc dcqcn --rate 40Gbps --flows 2 --alpha 50%%",
      "  headroom calc dcqcn --rate 400Gbps --flows 16 --kmin 800KB --kmax 3200KB \\",
      "      --pmax 20%%"
    })
final class DcqcnCalculator extends Calculator {
  @Mixin private DcqcnOptions options = new DcqcnOptions();

  @Option(
      names = "--alpha",
      converter = QuantityConverter.OfShare.class,
      paramLabel = "SHARE",
      description =
          "Alpha of a sender at a CNP, 0 to 1; adds the remaining rate and the first increase to "
              + "the result.")
  private @Nullable Double alpha;

  @Override
  Calculation calculate() {
    DcqcnFluid fluid = options.fluid();
    FixedPoint point = fluid.fixedPoint();
    Calculation calculation =
        Calculation.of(
            name(),
            "DCQCN, %s at %s, feedback after %s"
                .formatted(
                    CountedNoun.of(fluid.flows(), "flow"),
                    options.rate(),
                    options.feedbackDelay()));
    options.describe(calculation);
    formulas(calculation);
    calculation
        .result("markingProbability", "marking p*", point.marking(), percent(point.marking()))
        .result("queueBytes", "queue q*", point.queueBytes(), NumberText.size(point.queueBytes()))
        .result("alpha", "alpha*", point.alpha(), NumberText.decimal(point.alpha(), 3))
        .gbps("rateGbps", "rate of each flow", point.rateBps() * 1e-9)
        .gbps("targetGbps", "its target rate", point.targetBps() * 1e-9);
    margin(calculation, "phaseMargin", "phase margin, published", fluid.publishedMargin());
    margin(calculation, "exactMargin", "phase margin, exact", fluid.margin());
    Convergence convergence = fluid.convergence();
    calculation.seconds("convergenceSeconds", "equal shares within", convergence.seconds());
    if (alpha != null) {
      cnp(calculation, fluid, alpha);
    }
    notes(calculation, point);
    return calculation
        .source("Zhu et al., ECN or Delay, CoNEXT 2016, section 3 and appendices A, B")
        .source("jitupadhye-zz/rdma, fluidmodel/dcqcn/stability.m");
  }

  private static void cnp(Calculation calculation, DcqcnFluid fluid, double alpha) {
    if (!(alpha >= 0 && alpha <= 1)) {
      throw new IllegalArgumentException("--alpha is " + alpha + "; it must be 0 to 1");
    }
    FirstCnp first =
        FirstCnp.at(
            (long) fluid.lineBps(),
            alpha,
            Math.round(fluid.recovery().timerSeconds() * 1e12),
            fluid.recovery().fastRecovery(),
            (long) fluid.recovery().aiBps());
    calculation
        .input("alphaAtCnp", "alpha at a CNP", alpha)
        .formula("CNP: Rt = Rc, Rc = Rc (1 - alpha/2); increase: Rc = (Rt + Rc)/2")
        .result("cnpLeaves", "share of line rate after a CNP", first.left(), percent(first.left()))
        .gbps("firstIncreaseGbps", "the first increase", first.increaseBps() * 1e-9);
  }

  private static void formulas(Calculation calculation) {
    calculation
        .formula("rest: a^2 alpha / ((b + d)(c + e)) = tau^2 R_AI R_C, R_C = C/N")
        .formula("a = 1 - (1-p)^(tau R_C), alpha = 1 - (1-p)^(tau' R_C)")
        .formula("b = p / ((1-p)^-B - 1), c = (1-p)^(F B) b")
        .formula("d = p / ((1-p)^(-T R_C) - 1), e = (1-p)^(F T R_C) d")
        .formula("q* = p*/Pmax (Kmax - Kmin) + Kmin")
        .formula("phase margin: 180 degrees + phase of the linearized loop where its gain is 1")
        .formula("equal within a tenth: (1 - alpha/2)^(x / cycle) = 0.1 / N, alpha at its least");
  }

  private static void notes(Calculation calculation, FixedPoint point) {
    if (!point.onTheSlope()) {
      calculation.note(
          "p* exceeds Pmax: the queue settles at Kmax, where the marking curve steps to 1, "
              + "and the margins are those of a curve without the step.");
    }
    calculation.note(
        "'Published' uses the linearization of the paper's authors, to first order in p and "
            + "around an approximate p*; 'exact' linearizes their equations fully, and matches the "
            + "onset of oscillation in a time integration.");
  }

  static void margin(
      Calculation calculation, String name, String label, Optional<PhaseMargin> margin) {
    if (margin.isEmpty()) {
      calculation.result(name + "Degrees", label, Double.NaN, "none: the gain never reaches 1");
      return;
    }
    double degrees = margin.get().degrees();
    calculation.result(
        name + "Degrees",
        label,
        degrees,
        NumberText.decimal(degrees, 2)
            + (margin.get().stable() ? " degrees" : " degrees: unstable"));
  }

  private static String percent(double share) {
    return NumberText.decimal(share * 100, 3) + " %";
  }
}
