package dev.headroom.sim;

import java.util.Arrays;

/**
 * The fluid model of DCQCN: Zhu et al., CoNEXT 2016, figure 1, all flows alike, with the parameters
 * of its table 1. Sizes are in packets of 1,000 B, rates in packets a second, as there.
 *
 * <pre>
 *   dq/dt  = N Rc - C
 *   da/dt  = g/tau' ((1-(1-p)^(tau' Rc)) - a)
 *   dRt/dt = -(Rt-Rc)/tau A + Rai Rc (c + e)
 *   dRc/dt = -Rc a/(2 tau) A + (Rt-Rc)/2 Rc (b + d)
 *   A = 1-(1-p)^(tau Rc)      b = p/((1-p)^-B - 1)         c = b (1-p)^(F B)
 *                             d = p/((1-p)^-(T Rc) - 1)    e = d (1-p)^(F T Rc)
 * </pre>
 *
 * with p, and the Rc of these terms, a feedback delay old.
 *
 * @param senders N
 */
record DcqcnFluid(int senders) {
  static final double PACKETS_PER_SECOND = 5e6; // C: 40 Gb/s
  static final double TAU = 50e-6;
  static final double ALPHA_PERIOD = 55e-6; // tau'
  static final double TIMER = 55e-6; // T
  static final double BYTE_COUNTER = 1e4; // B
  static final double RECOVERY = 5; // F
  static final double AI = 5e3; // Rai
  static final double G = 1.0 / 256;
  static final double KMIN = 5;
  static final double KMAX = 200;
  static final double PMAX = 0.01;

  /** A queue in KB, alpha, and how the queue varies: its deviation over its mean. */
  record State(double queueKb, double alpha, double variation) {}

  /** The terms of the model that depend on the share of marks. */
  private record Terms(double cut, double marked, double step, double additive) {
    static Terms of(double p, double rate) {
      if (p >= 1) {
        return new Terms(1, 1, 0, 0);
      }
      if (p <= 0) {
        double steps = 1 / BYTE_COUNTER + 1 / (TIMER * rate);
        return new Terms(0, 0, steps, steps);
      }
      double kept = Math.log1p(-p);
      double b = p / Math.expm1(-BYTE_COUNTER * kept);
      double d = p / Math.expm1(-TIMER * rate * kept);
      return new Terms(
          -Math.expm1(TAU * rate * kept),
          -Math.expm1(ALPHA_PERIOD * rate * kept),
          b + d,
          b * Math.exp(RECOVERY * BYTE_COUNTER * kept)
              + d * Math.exp(RECOVERY * TIMER * rate * kept));
    }
  }

  /**
   * The share of packets marked at the fixed point, where A^2 alpha = tau^2 Rai Rc (b+d)(c+e), by
   * bisection. It is below Pmax for up to fifteen senders only.
   */
  double markedShare() {
    double rate = PACKETS_PER_SECOND / senders;
    double low = 1e-5;
    double high = PMAX;
    for (int i = 0; i < 100; i++) {
      double p = (low + high) / 2;
      Terms terms = Terms.of(p, rate);
      double falls = terms.cut() * terms.cut() * terms.marked();
      double rises = TAU * TAU * AI * rate * terms.step() * terms.additive();
      if (falls < rises) {
        low = p;
      } else {
        high = p;
      }
    }
    return low;
  }

  State fixedPoint() {
    double p = markedShare();
    double alpha = Terms.of(p, PACKETS_PER_SECOND / senders).marked();
    return new State(KMIN + (KMAX - KMIN) * p / PMAX, alpha, 0);
  }

  /** What the model does from 0.5 to 1 s when all start at line rate, by Euler's rule. */
  State run(double delaySeconds) {
    double step = 0.25e-6;
    int lag = (int) Math.round(delaySeconds / step);
    double[] rates = new double[lag];
    double[] queues = new double[lag];
    Arrays.fill(rates, PACKETS_PER_SECOND);
    double rate = PACKETS_PER_SECOND;
    double target = rate;
    double alpha = 1;
    double queue = 0;
    double sum = 0;
    double squares = 0;
    double alphas = 0;
    int steps = (int) Math.round(1 / step);
    for (int i = 0; i < steps; i++) {
      double oldRate = rates[i % lag];
      Terms terms = Terms.of(share(queues[i % lag]), oldRate);
      rates[i % lag] = rate;
      queues[i % lag] = queue;
      double gap = target - rate;
      double rateMoves = -rate * alpha * terms.cut() / (2 * TAU) + gap / 2 * oldRate * terms.step();
      double targetMoves = -gap * terms.cut() / TAU + AI * oldRate * terms.additive();
      queue = Math.max(0, queue + step * (senders * rate - PACKETS_PER_SECOND));
      alpha += step * G / ALPHA_PERIOD * (terms.marked() - alpha);
      rate = Math.min(PACKETS_PER_SECOND, rate + step * rateMoves);
      target = Math.min(PACKETS_PER_SECOND, target + step * targetMoves);
      if (i >= steps / 2) {
        sum += queue;
        squares += queue * queue;
        alphas += alpha;
      }
    }
    int n = steps - steps / 2;
    double mean = sum / n;
    double deviation = Math.sqrt(Math.max(0, squares / n - mean * mean));
    return new State(mean, alphas / n, deviation / mean);
  }

  private static double share(double queue) {
    if (queue <= KMIN) {
      return 0;
    }
    return queue <= KMAX ? PMAX * (queue - KMIN) / (KMAX - KMIN) : 1;
  }
}
