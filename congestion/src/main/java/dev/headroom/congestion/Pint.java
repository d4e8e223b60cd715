package dev.headroom.congestion;

import dev.headroom.unit.setting.Setting;

/**
 * Encoding of a link's load in a byte or two for HPCC-PINT: Ben Basat et al., "PINT: Probabilistic
 * In-band Network Telemetry", SIGCOMM 2020; {@code pint.cc} of the HPCC authors' simulator.
 *
 * <pre>
 *   n = max(1, ceil(512 u))
 *   p = log(n)/log(base), rounded up with the chance that keeps the mean of base^p at n
 *   decoded: base^p / 512
 * </pre>
 *
 * 512 is for so many flows on a link at the most: u = 1/512 is the least load told from none. At
 * base 1.05 loads up to 512 take 8 bits and are told to 5 %; at 1.01 they take 11 bits.
 */
public final class Pint {
  /**
   * @param base of the logarithm
   * @param probability that an ACK is taken notice of
   */
  public record Settings(
      @Setting(
              key = "congestion.pint.base",
              fallback = "1.05",
              least = "1.001",
              most = "2",
              means =
                  "base of the logarithm that quantizes a link's load: a byte at 1.05, two "
                      + "bytes at 1.01",
              source =
                  "PINT, SIGCOMM 2020; PINT_LOG_BASE of the HPCC simulator, whose run.py sets 1.01")
          double base,
      @Setting(
              key = "congestion.pint.probability",
              fallback = "1",
              least = "0.0001",
              most = "1",
              means = "fraction of ACKs whose load the sender uses",
              source = "PINT_PROB of the HPCC simulator")
          double probability) {
    public Settings {
      RangeCheck.check("base", base, Math.nextUp(1.0), 2);
      RangeCheck.check("fraction of ACKs", probability, Double.MIN_VALUE, 1);
    }
  }

  private static final int MOST_FLOWS = 512;

  /** Codes of 11 bits: what base 1.01 needs, and 1.05 eight times over. */
  private static final int KEPT_CODES = 1 << 11;

  private final double base;
  private final double logOfBase;

  /** base^code, worked out once: packets ask for it on their way, and the power is dear. */
  private final double[] powers = new double[KEPT_CODES];

  /**
   * @param base over 1, to 2; 1.05 in the paper, 1.01 by default in the simulator's {@code run.py}
   */
  public Pint(double base) {
    RangeCheck.check("base of PINT's logarithm", base, Math.nextUp(1.0), 2);
    this.base = base;
    logOfBase = StrictMath.log(base);
    for (int code = 0; code < KEPT_CODES; code++) {
      powers[code] = StrictMath.pow(base, code);
    }
  }

  /**
   * @param load u, 0 or more
   * @param draw evenly from 0 to 1, 1 excluded
   */
  public int encode(double load, double draw) {
    double n = Math.max(1, Math.ceil(load * MOST_FLOWS));
    int lower = (int) Math.floor(StrictMath.log(n) / logOfBase);
    double below = power(lower);
    double above = below * base;
    return draw < (n - below) / (above - below) ? lower + 1 : lower;
  }

  /** The load that a code stands for. */
  public double decode(int code) {
    return power(code) / MOST_FLOWS;
  }

  private double power(int code) {
    return code < KEPT_CODES ? powers[code] : StrictMath.pow(base, code);
  }
}
