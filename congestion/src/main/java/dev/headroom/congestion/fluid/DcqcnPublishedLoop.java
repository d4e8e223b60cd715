package dev.headroom.congestion.fluid;

import dev.headroom.congestion.fluid.DcqcnFluid.FixedPoint;

/**
 * DCQCN's loop as the paper's authors linearize it (appendix A, {@code
 * fluidmodel/dcqcn/stability.m} of jitupadhye-zz/rdma). With A = 1/B + 1/(T R), h = 1/2 + A/4, k =
 * N Pmax/(Kmax - Kmin), R and R_T at the fixed point:
 *
 * <pre>
 *   L(s) = e^(-s tau*) D(s)/U(s)
 *   D = (-R^2 alpha/2 - h R (R_T - R)) k/s - p R alpha/2 - (A/2 - h p) R
 *       - p R^2/2 gR/(s + gR) k/s
 *       + t (p (R - R_T) + A R_AI - m p + (R (R - R_T) - m R) k/s)/(s + p R)
 *   U = -s - p R alpha/2 + (A/2 - h p)(R_T - R) + t (p R + A R_AI)/(s + p R)
 *   t = (A/2 - h p) R,   m = (1 + 2F + A/2) R_AI
 * </pre>
 *
 * These are the terms' first orders in p, which p tau R is not small enough for, and alpha follows
 * with gR, where its equation has g/tau'. {@link DcqcnLoop} is what the equations come to.
 */
final class DcqcnPublishedLoop implements PhaseMargin.OpenLoop {
  private final DcqcnFluid fluid;
  private final double rate;
  private final double target;
  private final double marking;
  private final double alpha;

  /** A, increases per packet. */
  private final double steps;

  DcqcnPublishedLoop(DcqcnFluid fluid, FixedPoint point) {
    this.fluid = fluid;
    rate = fluid.rate();
    target = point.targetBps() / fluid.packetBits();
    marking = point.marking();
    alpha = point.alpha();
    steps = fluid.stepsPerPacket();
  }

  @Override
  public Complex at(Complex s) {
    double half = steps / 2 - (0.5 + steps / 4) * marking;
    double toTarget = half * rate;
    double additive = steps * fluid.increase();
    double more = (1 + 2 * fluid.recovery().fastRecovery() + steps / 2) * fluid.increase();
    double fall = -marking * rate * alpha / 2;
    Complex queue = Complex.real(fluid.flows() * fluid.markingPerPacket()).over(s);
    Complex lag = s.plus(marking * rate);
    Complex average =
        Complex.real(fluid.decrease().g() * rate).over(s.plus(fluid.decrease().g() * rate));
    Complex targetMoves =
        queue
            .times(rate * (rate - target) - more * rate)
            .plus(marking * (rate - target) + additive - more * marking)
            .times(toTarget)
            .over(lag);
    Complex delayed =
        queue
            .times(-rate * rate * alpha / 2 - (0.5 + steps / 4) * rate * (target - rate))
            .plus(fall - half * rate)
            .plus(average.times(queue).times(-marking * rate * rate / 2))
            .plus(targetMoves);
    Complex prompt =
        s.times(-1)
            .plus(fall + half * (target - rate))
            .plus(Complex.real(toTarget * (marking * rate + additive)).over(lag));
    return delayed.over(prompt).times(Complex.turnedBack(s.im() * fluid.feedbackSeconds()));
  }
}
