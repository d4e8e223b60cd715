package dev.headroom.congestion.fluid;

import dev.headroom.congestion.fluid.DcqcnFluid.FixedPoint;
import dev.headroom.congestion.fluid.DcqcnFluid.Terms;

/**
 * Open loop of {@link DcqcnFluid}'s equations, linearized about their fixed point. What is delayed
 * by tau* is x = p and R_C within the terms, which a swing of R_C moves by k/s and 1, k = N
 * Pmax/(Kmax - Kmin). With the terms' derivatives along it (a' = a_p k/s + a_R, ...), G = R_T - R:
 *
 * <pre>
 *   alpha = g/tau' marked' /(s + g/tau')
 *   R_T   = (a/tau R_C + (R_AI (R (c+e)' + (c+e)) - G a'/tau))/(s + a/tau)
 *   D(s)  = -R alpha* a'/(2 tau) + G/2 ((b+d) + R (b+d)') - R a/(2 tau) alpha + R (b+d)/2 R_T
 *   U(s)  = s + alpha* a/(2 tau) + R (b+d)/2 (1 - (a/tau)/(s + a/tau))
 *   L(s)  = -e^(-s tau*) D(s)/U(s)
 * </pre>
 *
 * R_T in D(s) without its part of R_C, which is in U(s). Derivatives of the terms are taken by
 * central differences. Example: 10 flows at 40 Gb/s, the paper's settings: 9.3 degrees without
 * delay, stable up to 62 us, as the equations integrated in time show.
 */
final class DcqcnLoop implements PhaseMargin.OpenLoop {
  private static final double STEP = 1e-5;

  private final DcqcnFluid fluid;
  private final double rate;
  private final double gap;
  private final double alpha;
  private final Terms terms;
  private final Terms byMarking;
  private final Terms byRate;
  private final double markingPerRate;

  DcqcnLoop(DcqcnFluid fluid) {
    this.fluid = fluid;
    FixedPoint point = fluid.fixedPoint();
    double p = point.marking();
    rate = fluid.rate();
    gap = point.targetBps() / fluid.packetBits() - rate;
    alpha = point.alpha();
    terms = fluid.terms(p, rate);
    byMarking =
        fluid.terms(p * (1 + STEP), rate).less(fluid.terms(p * (1 - STEP), rate), 2 * STEP * p);
    byRate =
        fluid.terms(p, rate * (1 + STEP)).less(fluid.terms(p, rate * (1 - STEP)), 2 * STEP * rate);
    markingPerRate = fluid.flows() * fluid.markingPerPacket();
  }

  @Override
  public Complex at(Complex s) {
    Complex marking = Complex.real(markingPerRate).over(s);
    Complex cut = marking.times(byMarking.cut()).plus(byRate.cut());
    Complex marked = marking.times(byMarking.marked()).plus(byRate.marked());
    Complex recovery = marking.times(byMarking.recoverySteps()).plus(byRate.recoverySteps());
    Complex increase = marking.times(byMarking.increaseSteps()).plus(byRate.increaseSteps());

    double cutRate = terms.cut() / fluid.decrease().cnpSeconds();
    double alphaRate = fluid.decrease().g() / fluid.decrease().alphaSeconds();
    Complex alphaMoves = marked.times(alphaRate).over(s.plus(alphaRate));
    Complex target = s.plus(cutRate);
    Complex targetMoves =
        increase
            .times(rate)
            .plus(terms.increaseSteps())
            .times(fluid.increase())
            .plus(cut.times(-gap / fluid.decrease().cnpSeconds()))
            .over(target);
    double pull = rate * terms.recoverySteps() / 2;
    Complex delayed =
        cut.times(-rate * alpha / (2 * fluid.decrease().cnpSeconds()))
            .plus(recovery.times(rate).plus(terms.recoverySteps()).times(gap / 2))
            .plus(alphaMoves.times(-rate * cutRate / 2))
            .plus(targetMoves.times(pull));
    Complex prompt =
        s.plus(alpha * cutRate / 2 + pull).plus(Complex.real(-pull * cutRate).over(target));
    return delayed
        .times(-1)
        .over(prompt)
        .times(Complex.turnedBack(s.im() * fluid.feedbackSeconds()));
  }
}
