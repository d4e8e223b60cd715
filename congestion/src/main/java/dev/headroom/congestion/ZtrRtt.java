package dev.headroom.congestion;

import java.util.Set;

/**
 * ZTR-RTT, the congestion control that NVIDIA's NICs run by default and Spectrum-X is set up with,
 * <em>as far as it is public</em>. Its code is not. Public are its parameters, with what Spectrum-X
 * sets them to (NVIDIA, DOCA 3.4, "ZTR-RTT CC Parameter and Counter Configuration"; network
 * operator, Spectrum-X profile of reference architecture 2.3, parameters 0 to 18), the names of its
 * counters (DEC, HYPER DEC, TX DEC, CNP DEC, AI INC, HAI INC, MAX INC, NACK HANDLE), that it judges
 * an RTT by a target RTT, and that it decreases by factors and increases by steps. How these are
 * put together is ours:
 *
 * <pre>
 *   one probe is on its way at a time; each that comes back, with its RTT:
 *     T = D (1 + alpha / sqrt(r))                            target; r is the share of the line
 *     congested: RTT &gt; T; RTT &gt; D and a CNP since; or a NACK since
 *       the first time                 r = min(r, first)                    RATE_ON_FIRST_CONGESTION
 *       with TX DEC                    r = min(r, max(r/2, sent since the last probe / time / line))
 *       NACK since, or RTT &gt; Tmax     r = r max(1/2, T / RTT)                          HYPER DEC
 *       else                           r = r min(1, max(decrease, T / RTT))         DEC, CNP DEC
 *     else                             r = min(increase r, r + step)         AI INC, HAI INC, MAX INC
 *       step = hai if no congestion for haiPeriod, else ai
 *     r within [Rmin, 1]; the next probe leaves
 *   no answer for 300 us 2^k:          the probe is given up, as in NVIDIA's RTT template
 * </pre>
 *
 * The target grows as the root of 1/r, so that flows of one queue end with equal shares: NVIDIA
 * Research's RL-CC aims at RTT sqrt(r) = constant (Tessler et al., arXiv 2102.09337; Fuhrer et al.,
 * arXiv 2207.02295). That alpha links target and rate linearly is published, the rest of that
 * formula is not readable where we found it. That a CNP counts where the next RTT is long, too, is
 * how we read its parameter CNP validity, and a counter CNP VLD RTT. Left out are its variants
 * (path migration, receive rate, multipath, windows), FAST_SCHED and topology awareness, which say
 * nothing of what they do.
 *
 * <p>Worked example: D = 13 us, alpha = 0.1, r = 1/4: T = 13 (1 + 0.1 x 2) = 15.6 us; an RTT of 16
 * us makes r = 0.25 x 0.975, one of 20 us 0.25 x 0.97.
 */
public final class ZtrRtt extends Controller {
  private static final long NEVER = Long.MAX_VALUE;

  /** The most that one very long RTT takes. */
  private static final double HYPER = 0.5;

  /**
   * @param delayPs D: the RTT from which on a path is congested; 13 us. Over 0
   * @param alpha how the target follows the rate; 6553/2^16 = 0.1. 0 to 1
   * @param decrease least factor of a decrease; 63570/2^16 = 0.97. Over 0, to 1
   * @param increase greatest factor of an increase; 69468/2^16 = 1.06. 1 to 2
   * @param aiShare step up, as a share of the line; 96/2^20. 0 to 1
   * @param haiShare the same where nothing is congested; 1700/2^20. 0 to 1
   * @param haiPeriodPs for how long that has to be so; 200 us. 0 or more
   * @param maxDelayPs Tmax; 250 us. {@code delayPs} or more
   * @param firstShare rate at the first congestion, as a share of the line; 524288/2^20 = 1/2. Over
   *     0, to 1
   * @param fallsToSent TX DEC: whether congestion brings the rate down to what was really sent;
   *     true
   * @param cnpByRtt CNP validity: whether a CNP counts only where the next RTT is over D; true
   * @param minShare Rmin as a share of the line; 2^-14, of the template. Over 0, to 1
   * @param giveUpPs how long a probe is waited for at first; 300 us, of the template. Over 0
   */
  public record Settings(
      long delayPs,
      double alpha,
      double decrease,
      double increase,
      double aiShare,
      double haiShare,
      long haiPeriodPs,
      long maxDelayPs,
      double firstShare,
      boolean fallsToSent,
      boolean cnpByRtt,
      double minShare,
      long giveUpPs) {
    public Settings {
      Range.check("congestion delay", delayPs, 1, NEVER);
      Range.check("alpha", alpha, 0.0, 1.0);
      Range.check("least factor", decrease, Double.MIN_VALUE, 1.0);
      Range.check("greatest factor", increase, 1.0, 2.0);
      Range.check("additive increase", aiShare, 0.0, 1.0);
      Range.check("high additive increase", haiShare, 0.0, 1.0);
      Range.check("period without congestion", haiPeriodPs, 0, NEVER);
      Range.check("longest delay", maxDelayPs, delayPs, NEVER);
      Range.check("rate at first congestion", firstShare, Double.MIN_VALUE, 1.0);
      Range.check("least rate", minShare, Double.MIN_VALUE, 1.0);
      Range.check("wait for a probe", giveUpPs, 1, NEVER >> PendingProbe.MOST_DOUBLINGS);
    }

    /** The defaults above. */
    public static Settings defaults() {
      return new Settings(
          13_000_000,
          0x1999 * 0x1p-16,
          63_570 * 0x1p-16,
          69_468 * 0x1p-16,
          96 * 0x1p-20,
          1_700 * 0x1p-20,
          200_000_000,
          250_000_000,
          524_288 * 0x1p-20,
          true,
          true,
          0x1p-14,
          300_000_000);
    }
  }

  private final Settings settings;
  private final PendingProbe probe;
  private final double lineBps;
  private final int packetBytes;

  private double share = 1;
  private boolean seenCongestion;
  private long congestedPs;
  private boolean cnpSince;
  private boolean nackSince;
  private long sentBytes;
  private long answeredPs = -1;

  public ZtrRtt(Settings settings, Path path) {
    this.settings = settings;
    probe = new PendingProbe(settings.giveUpPs());
    lineBps = path.lineBps();
    packetBytes = path.packetBytes();
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
  public void sent(long nowPs, int bytes) {
    if (answeredPs < 0) {
      answeredPs = nowPs;
    }
    sentBytes += bytes;
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
    // What comes of one that was given up tells of a long way too; the next stays under way.
    if (nowPs - rttPs >= probe.sentAtPs()) {
      probe.answered();
    }
    double over = targetPs() / Math.max(1, rttPs);
    boolean marked = cnpSince && (!settings.cnpByRtt() || rttPs > settings.delayPs());
    if (over < 1 || marked || nackSince) {
      fall(nowPs, rttPs, over);
    } else {
      boolean calm = nowPs - congestedPs >= settings.haiPeriodPs();
      double step = calm ? settings.haiShare() : settings.aiShare();
      share = Math.min(share * settings.increase(), share + step);
    }
    share = Range.clamp(share, settings.minShare(), 1);
    cnpSince = false;
    nackSince = false;
    sentBytes = 0;
    answeredPs = nowPs;
  }

  private void fall(long nowPs, long rttPs, double over) {
    congestedPs = nowPs;
    if (!seenCongestion) {
      seenCongestion = true;
      share = Math.min(share, settings.firstShare());
    }
    if (settings.fallsToSent() && answeredPs >= 0 && nowPs > answeredPs) {
      // An RTT may hold few packets, of which one more or less went by at either end of it.
      double sent = Path.bps((double) sentBytes + 2L * packetBytes, nowPs - answeredPs) / lineBps;
      share = Math.min(share, Math.max(sent, share * HYPER)); // it may have had little to send
    }
    boolean hyper = nackSince || rttPs > settings.maxDelayPs();
    double least = hyper ? HYPER : settings.decrease();
    // A CNP alone, with a short RTT, takes as much as the longest that is no hyper decrease.
    share *= over < 1 ? Math.max(least, over) : least;
  }

  /** The RTT aimed at, in picoseconds. */
  public double targetPs() {
    return settings.delayPs() * (1 + settings.alpha() / StrictMath.sqrt(share));
  }
}
