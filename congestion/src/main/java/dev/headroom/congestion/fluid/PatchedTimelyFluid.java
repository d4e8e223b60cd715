package dev.headroom.congestion.fluid;

import java.util.Optional;

/**
 * Fluid model of patched TIMELY as Zhu et al. model it (CoNEXT 2016, section 4.3): N flows of rate
 * R and gradient g share a queue q, which they learn of tau' later, every tau*. In bits and
 * seconds:
 *
 * <pre>
 *   q'   = N R - C
 *   R'   = ((1 - w) delta - w beta R (q(t - tau') - q_ref)/q_ref)/tau*,   w = 2 g + 1/2
 *   g'   = ewma/tau* (-g + (q(t - tau') - q(t - tau' - tau*))/(C Dmin))
 *   tau* = max(Seg/R, Dmin),   tau' = q/C + MTU/C + Dprop,   q_ref = C Tlow
 * </pre>
 *
 * At rest g = 0, w = 1/2, and {@code q = q_ref (1 + N delta/(beta C))}. Example: 2 flows at 10 Gb/s
 * rest at 78.1 KB.
 *
 * @param lineBps C, bits per second. Over 0
 * @param flows N. 1 or more
 * @param propagationSeconds Dprop. 0 or more
 * @param segmentBytes Seg, bytes per rate update. Over 0
 * @param mtuBytes a packet. 0 or more
 * @param deltaBps delta, additive increase, bits per second. Over 0
 * @param beta decrease factor. Over 0
 * @param ewma weight of the newest RTT difference. Over 0, to 1
 * @param lowSeconds Tlow. Over 0
 * @param minRttSeconds Dmin. Over 0
 */
public record PatchedTimelyFluid(
    double lineBps,
    int flows,
    double propagationSeconds,
    double segmentBytes,
    double mtuBytes,
    double deltaBps,
    double beta,
    double ewma,
    double lowSeconds,
    double minRttSeconds) {

  /** The slope of w(g) with which the paper's authors computed their margins. */
  public static final double PUBLISHED_SLOPE = 0.5;

  /** The slope of w(g) in their algorithm. */
  public static final double ALGORITHM_SLOPE = 2;

  private static final double WEIGHT_AT_REST = 0.5;

  public PatchedTimelyFluid {
    FluidParameterChecks.over("line rate", lineBps, 0);
    FluidParameterChecks.atLeast("flows", flows, 1);
    FluidParameterChecks.atLeast("propagation delay", propagationSeconds, 0);
    FluidParameterChecks.over("segment", segmentBytes, 0);
    FluidParameterChecks.atLeast("MTU", mtuBytes, 0);
    FluidParameterChecks.over("delta", deltaBps, 0);
    FluidParameterChecks.over("beta", beta, 0);
    FluidParameterChecks.share("weight of the newest RTT difference", ewma);
    FluidParameterChecks.over("Tlow", lowSeconds, 0);
    FluidParameterChecks.over("minimum RTT", minRttSeconds, 0);
  }

  /**
   * The state in which nothing changes any more.
   *
   * @param rateBps C/N
   * @param queueBytes q*
   * @param feedbackSeconds tau' there
   * @param updateSeconds tau* there
   */
  public record FixedPoint(
      double rateBps, double queueBytes, double feedbackSeconds, double updateSeconds) {}

  /** Where the flows come to rest (equation 31). */
  public FixedPoint fixedPoint() {
    double rate = lineBps / flows;
    double queueBits = lineBps * lowSeconds * (1 + flows * deltaBps / (beta * lineBps));
    double feedback = (queueBits + mtuBytes * 8) / lineBps + propagationSeconds;
    return new FixedPoint(
        rate, queueBits / 8, feedback, Math.max(segmentBytes * 8 / rate, minRttSeconds));
  }

  /**
   * The margin of the loop linearized about the fixed point, as the paper's authors compute it
   * ({@code fluidmodel/timely/stability_fixed_final.m} of jitupadhye-zz/rdma), S = tau* R:
   *
   * <pre>
   *   L(s) = e^(-s tau') (G (1 - e^(-s tau*)) + beta R^2 N/(2 q_ref s))/(S s + delta/2)
   *   G    = 2 v R delta ewma/(s Dmin (S s + ewma R))
   * </pre>
   *
   * v is the slope of w(g). Their algorithm has 2, their margins were computed with 1/2; each
   * change of g moves w by v, and both terms of R' by v delta.
   *
   * @param slope v, {@link #PUBLISHED_SLOPE} or {@link #ALGORITHM_SLOPE}
   * @return empty if the gain is never 1
   */
  public Optional<PhaseMargin> margin(double slope) {
    FixedPoint point = fixedPoint();
    double rate = point.rateBps();
    double update = point.updateSeconds();
    double segment = update * rate;
    double byQueue = beta * rate * rate * flows * WEIGHT_AT_REST / (lineBps * lowSeconds);
    double byGradient = 2 * slope * rate * deltaBps * ewma / minRttSeconds;
    return PhaseMargin.of(s -> {
      Complex average = s.times(segment).plus(ewma * rate);
      Complex gradient = Complex.real(byGradient).over(s.times(average));
      Complex change = Complex.turnedBack(s.im() * update).times(-1).plus(1);
      Complex swing = gradient.times(change).plus(Complex.real(byQueue).over(s));
      return swing
          .over(s.times(segment).plus(deltaBps * WEIGHT_AT_REST))
          .times(Complex.turnedBack(s.im() * point.feedbackSeconds()));
    });
  }

  /**
   * The time in which two flows, one with the whole line, come within a tenth of their share once
   * the queue rests: {@code e^(-delta (N-1) t/(2 Seg)) C = 0.1 C/N} (section 4.3 in the paper's
   * source, which gives 76.7 ms for 2 flows).
   *
   * @return empty for one flow
   */
  public Optional<Double> convergenceSeconds() {
    return flows == 1
        ? Optional.empty()
        : Optional.of(
            StrictMath.log(10.0 * flows) * 2 * segmentBytes * 8 / (deltaBps * (flows - 1)));
  }
}
