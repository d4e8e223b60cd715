package dev.headroom.congestion;

import java.util.Set;

/**
 * A controller on RTT probes, of the kind that runs in NVIDIA's SuperNICs (Spectrum-X). What those
 * run by default, ZTR-RTT, is not published; this is the "RTT template" that NVIDIA ships with DOCA
 * PCC, its programmable congestion control, as the example to start from ({@code rtt_template.c},
 * version 0.1).
 *
 * <pre>
 *   one probe is on its way at a time; each that comes back, with its RTT:
 *     NACK since, and RTT &gt;= Tmax:  R = R (1 - 5 f)
 *     CNP since, or RTT &gt;= Tmax:    R = R (1 - 2 f)
 *     RTT &gt; Tbase:                  R = R (1 - f)
 *     else:                         R = R + ai line
 *     R within [Rmin, line]; the next probe leaves
 *   no answer for 300 us 2^k:       the probe is given up, k += 1; an answer sets k = 0
 * </pre>
 *
 * A NACK is remembered until an RTT is long enough for it to count, as in the template. Left out
 * are the template's optional parts: doubled cuts on a port that is over 85 % busy, and increase by
 * what the receiver measured.
 */
public final class RttProbe extends Controller {
  private static final long NEVER = Long.MAX_VALUE;

  /**
   * @param factor f; 0.1. Over 0, to 0.2
   * @param aiShare ai; 0.05 of the line. Over 0, to 1
   * @param baseRttPs Tbase; 13 us. Over 0
   * @param maxRttPs Tmax; 150 us. {@code baseRttPs} or more
   * @param startShare share of the line a flow starts with; 1. Over 0, to 1
   * @param minShare Rmin as a share of the line; 2^-14. Over 0, to 1
   * @param giveUpPs how long a probe is waited for at first; 300 us. Over 0
   */
  public record Settings(
      double factor,
      double aiShare,
      long baseRttPs,
      long maxRttPs,
      double startShare,
      double minShare,
      long giveUpPs) {
    public Settings {
      Range.check("update factor", factor, Double.MIN_VALUE, 0.2);
      Range.check("additive increase", aiShare, Double.MIN_VALUE, 1);
      Range.check("base RTT", baseRttPs, 1, NEVER);
      Range.check("longest RTT", maxRttPs, baseRttPs, NEVER);
      Range.check("first rate", startShare, Double.MIN_VALUE, 1);
      Range.check("least rate", minShare, Double.MIN_VALUE, 1);
      Range.check("wait for a probe", giveUpPs, 1, NEVER >> PendingProbe.MOST_DOUBLINGS);
    }

    /** The defaults above. */
    public static Settings defaults() {
      return new Settings(
          0.1, 0.05, 13_000_000, 150_000_000, 1, StrictMath.pow(2, -14), 300_000_000);
    }
  }

  private final Settings settings;
  private final PendingProbe probe;
  private final double lineBps;

  private double share;
  private boolean cnpSince;
  private boolean nackSince;

  public RttProbe(Settings settings, Path path) {
    this.settings = settings;
    probe = new PendingProbe(settings.giveUpPs());
    lineBps = path.lineBps();
    share = settings.startShare();
  }

  @Override
  public Set<Signal> watches() {
    return Set.of(Signal.PROBE, Signal.CNP, Signal.NACK);
  }

  @Override
  public long rateBps(long nowPs) {
    return Math.max(1, (long) (share * lineBps));
  }

  @Override
  public boolean movesScheduledSend() {
    return true;
  }

  @Override
  public void congested(long nowPs) {
    cnpSince = true;
  }

  @Override
  public void refused(long nowPs, Feedback feedback) {
    nackSince = true;
  }

  @Override
  public boolean probe(long nowPs) {
    return probe.send(nowPs);
  }

  @Override
  public void probed(long nowPs, long rttPs) {
    if (!probe.isUnderWay()) {
      return; // an answer to a probe that was given up, after the answer to the next
    }
    probe.answered();
    double f = settings.factor();
    boolean tooLong = rttPs >= settings.maxRttPs();
    if (nackSince && tooLong) {
      share *= 1 - 5 * f;
      nackSince = false;
    } else if (cnpSince || tooLong) {
      share *= 1 - 2 * f;
      cnpSince = false;
    } else if (rttPs > settings.baseRttPs()) {
      share *= 1 - f;
    } else {
      share += settings.aiShare();
    }
    share = Range.clamp(share, settings.minShare(), 1);
  }
}
