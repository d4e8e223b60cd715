package dev.headroom.congestion.fluid;

import java.util.Optional;

/**
 * Fluid model of DCQCN as Zhu et al. model it (CoNEXT 2016, section 3): N flows with rates R_C,
 * target rates R_T and alpha share a queue q that marks with probability p. In packets, marks
 * delayed by tau*:
 *
 * <pre>
 *   p  = Pmax (q - Kmin)/(Kmax - Kmin)
 *   q' = N R_C - C
 *   alpha' = g/tau' (1 - (1-p)^(tau' R_C) - alpha)
 *   R_T' = -(R_T - R_C) a/tau + R_AI R_C (c + e)
 *   R_C' = -R_C alpha a/(2 tau) + (R_T - R_C)/2 R_C (b + d)
 *   a = 1 - (1-p)^(tau R_C)
 *   b = p/((1-p)^-B - 1)           c = (1-p)^(F B) b
 *   d = p/((1-p)^(-T R_C) - 1)     e = (1-p)^(F T R_C) d
 * </pre>
 *
 * Example: 10 flows at 40 Gb/s with the paper's settings rest at p = 0.603 %, q = 122.6 KB, alpha =
 * 0.153.
 *
 * @param lineBps C, bits per second. Over 0
 * @param flows N. 1 or more
 * @param feedbackSeconds tau*, from a mark to its effect. 0 or more
 * @param packetBytes a packet. Over 0
 * @param curve the marking curve
 * @param decrease how rates fall
 * @param recovery how rates rise
 */
public record DcqcnFluid(
    double lineBps,
    int flows,
    double feedbackSeconds,
    double packetBytes,
    Curve curve,
    Decrease decrease,
    Recovery recovery) {
  /**
   * Marking curve of the queue.
   *
   * @param kminBytes Kmin. 0 or more
   * @param kmaxBytes Kmax. Over Kmin
   * @param pmax marking probability at Kmax. Over 0, to 1
   */
  public record Curve(double kminBytes, double kmaxBytes, double pmax) {}

  /**
   * Settings of alpha and of decreases.
   *
   * @param g gain of alpha. Over 0, to 1
   * @param cnpSeconds tau, interval of CNPs. Over 0
   * @param alphaSeconds tau', interval of alpha updates. Over 0
   */
  public record Decrease(double g, double cnpSeconds, double alphaSeconds) {}

  /**
   * Settings of increases.
   *
   * @param timerSeconds T, rate increase timer. Over 0
   * @param byteCounter B, bytes per rate increase; 0 is off
   * @param fastRecovery F, increases that only recover. 0 or more
   * @param aiBps R_AI, additive increase, bits per second. Over 0
   */
  public record Recovery(double timerSeconds, double byteCounter, int fastRecovery, double aiBps) {}

  private static final double LEAST_MARKING = 1e-15;

  public DcqcnFluid {
    FluidParameterChecks.over("line rate", lineBps, 0);
    FluidParameterChecks.atLeast("flows", flows, 1);
    FluidParameterChecks.atLeast("feedback delay", feedbackSeconds, 0);
    FluidParameterChecks.over("packet", packetBytes, 0);
    FluidParameterChecks.atLeast("Kmin", curve.kminBytes(), 0);
    FluidParameterChecks.over("Kmax in bytes", curve.kmaxBytes(), curve.kminBytes());
    FluidParameterChecks.share("Pmax", curve.pmax());
    FluidParameterChecks.share("g", decrease.g());
    FluidParameterChecks.over("CNP interval", decrease.cnpSeconds(), 0);
    FluidParameterChecks.over("alpha period", decrease.alphaSeconds(), 0);
    FluidParameterChecks.over("increase timer", recovery.timerSeconds(), 0);
    FluidParameterChecks.atLeast("byte counter", recovery.byteCounter(), 0);
    FluidParameterChecks.atLeast("fast recovery", recovery.fastRecovery(), 0);
    FluidParameterChecks.over("additive increase", recovery.aiBps(), 0);
  }

  /**
   * The state in which nothing changes any more; the same for every flow.
   *
   * @param marking p*
   * @param alpha alpha*
   * @param rateBps R_C* = C/N
   * @param targetBps R_T*
   * @param queueBytes q*; Kmax where p* is over Pmax, which only the step of the marking curve
   *     there can give
   * @param onTheSlope whether p* is at most Pmax
   */
  public record FixedPoint(
      double marking,
      double alpha,
      double rateBps,
      double targetBps,
      double queueBytes,
      boolean onTheSlope) {}

  /**
   * The fixed point, exactly: {@code a^2 alpha/((b+d)(c+e)) = tau^2 R_AI R_C}, whose left side
   * rises with p (theorem 1).
   */
  public FixedPoint fixedPoint() {
    double right = decrease.cnpSeconds() * decrease.cnpSeconds() * increase() * rate();
    double marking = RootFinder.rising(p -> left(p) - right, LEAST_MARKING, 1);
    return at(marking);
  }

  /**
   * The fixed point with p* by the paper's approximation for small p (equation 14): {@code p* =
   * cbrt(R_AI N^2/(tau' C^2) (1/B + N/(T C))^2)}. It is 30 % too large for 10 flows at 40 Gb/s.
   */
  public FixedPoint approximateFixedPoint() {
    double stepsPerRate = stepsPerPacket() / rate();
    double marking =
        StrictMath.cbrt(increase() / decrease.alphaSeconds() * stepsPerRate * stepsPerRate);
    return at(Math.min(marking, 1 - 1e-12));
  }

  private FixedPoint at(double marking) {
    Terms terms = terms(marking, rate());
    double target =
        rate() * (1 + terms.increaseSteps() * decrease.cnpSeconds() * increase() / terms.cut());
    boolean slope = marking <= curve.pmax();
    return new FixedPoint(
        marking,
        terms.marked(),
        lineBps / flows,
        target * packetBits(),
        slope
            ? curve.kminBytes() + marking / curve.pmax() * (curve.kmaxBytes() - curve.kminBytes())
            : curve.kmaxBytes(),
        slope);
  }

  /** The left side of the equation of the fixed point. */
  private double left(double p) {
    Terms terms = terms(p, rate());
    double product = terms.recoverySteps() * terms.increaseSteps();
    return terms.cut() * terms.cut() * terms.marked() / product;
  }

  /**
   * The terms of the equations that depend on p and R_C.
   *
   * @param cut a, share of CNP intervals with a mark
   * @param marked the same of alpha's intervals, 1 - (1-p)^(tau' R_C)
   * @param recoverySteps b + d, rate increases of either kind per packet
   * @param increaseSteps c + e, those of them that raise the target rate
   */
  record Terms(double cut, double marked, double recoverySteps, double increaseSteps) {
    /** How much the terms differ, per unit of something. */
    Terms less(Terms other, double per) {
      return new Terms(
          (cut - other.cut) / per,
          (marked - other.marked) / per,
          (recoverySteps - other.recoverySteps) / per,
          (increaseSteps - other.increaseSteps) / per);
    }
  }

  /** The terms at a share of marks and a rate in packets per second. */
  Terms terms(double p, double rate) {
    double u = -StrictMath.log1p(-p); // (1-p)^x = e^(-u x)
    double bytes = recovery.byteCounter() / packetBytes;
    double timer = recovery.timerSeconds() * rate;
    double b = bytes > 0 ? p / StrictMath.expm1(u * bytes) : 0;
    double d = p / StrictMath.expm1(u * timer);
    return new Terms(
        -StrictMath.expm1(-u * decrease.cnpSeconds() * rate),
        -StrictMath.expm1(-u * decrease.alphaSeconds() * rate),
        b + d,
        StrictMath.exp(-u * recovery.fastRecovery() * bytes) * b
            + StrictMath.exp(-u * recovery.fastRecovery() * timer) * d);
  }

  /**
   * The margin of the loop about its fixed point; empty if its gain is never 1. {@link DcqcnLoop}
   * has the formula.
   */
  public Optional<PhaseMargin> margin() {
    return PhaseMargin.of(new DcqcnLoop(this));
  }

  /**
   * The margin as the paper has it: other terms, about {@link #approximateFixedPoint()}; empty if
   * the gain is never 1. {@link DcqcnPublishedLoop} has the formula and what it leaves out.
   */
  public Optional<PhaseMargin> publishedMargin() {
    return PhaseMargin.of(new DcqcnPublishedLoop(this, approximateFixedPoint()));
  }

  /**
   * An upper bound on the time in which two flows, one with the whole line, come within a tenth of
   * their share (appendix B; the bound itself stands in the paper's source). Time in units of tau',
   * the queue marks at Kmax only and alpha is at its least, alpha*:
   *
   * <pre>
   *   t      = (-1 + sqrt(1 + 8 Kmax/(N R_AI tau')))/2
   *   dT     = 2 + (t/2 + C/(2 N R_AI)) alpha*
   *   alpha* = (1-g)^(dT - 1) ((1-g) alpha* + g)
   *   (1 - alpha* /2)^(x/(tau' dT)) C = 0.1 C/N
   * </pre>
   *
   * @param alpha alpha*
   * @param cycleSeconds tau' dT, from one decrease to the next
   * @param seconds x
   */
  public record Convergence(double alpha, double cycleSeconds, double seconds) {}

  /** How long flows take to become equal at most. */
  public Convergence convergence() {
    double perUnit = flows * recovery.aiBps();
    double climb =
        (StrictMath.sqrt(1 + 8 * curve.kmaxBytes() * 8 / (perUnit * decrease.alphaSeconds())) - 1)
            / 2;
    double slope = climb / 2 + lineBps / (2 * perUnit);
    double alpha =
        RootFinder.rising(
            x ->
                x
                    - StrictMath.pow(1 - decrease.g(), 1 + slope * x)
                        * ((1 - decrease.g()) * x + decrease.g()),
            1e-12,
            1);
    double cycle = decrease.alphaSeconds() * (2 + slope * alpha);
    double cycles = StrictMath.log(0.1 / flows) / StrictMath.log1p(-alpha / 2);
    return new Convergence(alpha, cycle, cycle * cycles);
  }

  /** C/N in packets per second. */
  double rate() {
    return lineBps / flows / packetBits();
  }

  /** R_AI in packets per second. */
  double increase() {
    return recovery.aiBps() / packetBits();
  }

  /** A, increases per packet sent at rate C/N: 1/B + 1/(T R). */
  double stepsPerPacket() {
    return (recovery.byteCounter() > 0 ? packetBytes / recovery.byteCounter() : 0)
        + 1 / (recovery.timerSeconds() * rate());
  }

  /** By how much p rises with one packet more in the queue. */
  double markingPerPacket() {
    return curve.pmax() / (curve.kmaxBytes() - curve.kminBytes()) * packetBytes;
  }

  double packetBits() {
    return packetBytes * 8;
  }
}
