package dev.headroom.congestion.uet;

import dev.headroom.congestion.Feedback;
import dev.headroom.congestion.Path;
import dev.headroom.congestion.RangeCheck;
import dev.headroom.unit.setting.SameAs;
import dev.headroom.unit.setting.SettingValues;
import dev.headroom.unit.setting.SettingsType;

/**
 * NSCC as it was before Ultra Ethernet's specification came out, in the simulator with which the
 * consortium's published runs of July 2024 were made ({@code uec.cpp} of uet-htsim at commits
 * 228493d and f1f54d0: {@code initNsccParams}, {@code updateCwndOnAck_NSCC}, {@code quick_adapt}).
 * For laying runs beside those; {@link Nscc} is the control itself, and explains the signals.
 *
 * <pre>
 *   not marked, d &gt;= Q   inc += fi acked
 *   not marked, d &lt; Q    inc += fi acked + alpha (Q - d); but
 *                        d &lt; 1 us for a whole window:  W += A acked/4
 *   marked, d &gt;= Q       once a base RTT, if the mean D &gt; Q:  W = W max(1 - gamma (D - Q)/D, 1/2)
 *   marked, d &lt; Q        nothing
 *
 *   every so many bytes acknowledged, or 12 us:  W += inc/W;  every 12 us: W += eta
 *   D += 0.0125 (d - D);  not marked though d &gt; Q: as if d were a quarter of the base RTT
 *   NACK                 W -= bytes refused
 *   every so often       quick adapt: if a NACK came since, or D &gt; 4 Q, and what was acknowledged
 *                        meanwhile is less than an eighth of the greatest window, and than W: W =
 *                        that, and marks of what is in flight are ignored; again with whatever is
 *                        acknowledged next, until it comes to that eighth
 * </pre>
 *
 * With m a full packet, {@link Edition} has A, fi, alpha, eta and how often. Q is 6 us whatever the
 * fabric.
 *
 * <p>Differs from that simulator as {@link Nscc} does, and in sums of inc that no longer fitted 32
 * bits there, for which more than 50 KB must be acknowledged at once.
 */
public final class NsccDraft extends NsccWindow {

  /** 1,000 times 4,000 B² over 6 us. */
  private static final double EARLY_ALPHA = 1_000 * 4_000 / 6e6;

  /** Which of the two. */
  public enum Edition {
    /**
     * Until 29 July 2024: the same whatever the fabric. A = 1, fi = m, alpha = 2/3 B²/ps an ACK,
     * eta = 300 B, adjusted every 16,000 B, quick adapt every base RTT; a mark ends a fast
     * increase, whatever the delay.
     */
    EARLY,

    /**
     * Commit 9cfe344, 29 July 2024, after which what the specification has was still to come:
     * scaled with the fabric. A = BDP / (100 Gb/s 12 us), fi = 5 m A, eta = 0.15 m A, adjusted
     * every 8,000 B, quick adapt every base RTT + Q. By mistake 8,000 B² an ACK is the most that
     * alpha (Q - d) adds, which is nothing beside fi: alpha is 0 here.
     */
    SCALED
  }

  /**
   * @param edition which of the two
   * @param targetPs Q; 6 us. Over 0
   * @param gamma of multiplicative decrease; 0.8. 0 to 1
   * @param maxWindow greatest window in BDP; 1.5. Over 0
   * @param quickShare share of the greatest window under which to adapt quickly; 1/8. 0 (never) to
   *     1
   */
  public record Settings(
      Edition edition,
      @SameAs(Nscc.Settings.class) long targetPs,
      @SameAs(Nscc.Settings.class) double gamma,
      @SameAs(Nscc.Settings.class) double maxWindow,
      @SameAs(Nscc.Settings.class) double quickShare) {
    private static final long TARGET_PS = 6_000_000;

    public Settings {
      RangeCheck.check("target delay", targetPs, 1, Long.MAX_VALUE);
      RangeCheck.check("gamma", gamma, 0.0, 1.0);
      RangeCheck.check("maximum window", maxWindow, Double.MIN_VALUE, Double.MAX_VALUE);
      RangeCheck.check("fraction for quick adapt", quickShare, 0.0, 1.0);
    }

    static Edition edition(Edition chosen) {
      return chosen;
    }

    static long targetPs(Edition edition) {
      return TARGET_PS;
    }

    /** The defaults. */
    public static Settings defaults(Edition edition) {
      return SettingsType.of(Settings.class).make(SettingValues.NOTHING, edition);
    }
  }

  private final Settings settings;
  private final boolean early;
  private final double fair;
  private final double proportional;
  private final double eta;
  private final double adjustBytes;
  private final long quickAfterRttPs;

  private double increase;
  private double receivedSince;
  private long adjustedPs;
  private long etaPs;

  private long quickAtPs;
  private boolean nackSince;
  private double achieved;
  private double ignore;
  private double ignored;

  public NsccDraft(Settings settings, Path path) {
    super(law(settings, path), path);
    this.settings = settings;
    early = settings.edition() == Edition.EARLY;
    double scale = scale(path, path.baseRttPs());
    fair = early ? packetBytes : 5.0 * packetBytes * scale;
    proportional = early ? EARLY_ALPHA : 0;
    eta = early ? 300 : 0.15 * packetBytes * scale;
    adjustBytes = early ? 16_000 : 8_000;
    quickAfterRttPs = early ? 0 : settings.targetPs();
  }

  private static Law law(Settings settings, Path path) {
    boolean early = settings.edition() == Edition.EARLY;
    return new Law(
        settings.targetPs(),
        settings.gamma(),
        DELAY_WEIGHT,
        FAST_UNDER_PS,
        (early ? 1 : scale(path, path.baseRttPs())) / 4,
        settings.maxWindow());
  }

  /** A packet may leave while less than W is in flight, so up to a packet more than W may be. */
  @Override
  public long windowBytes() {
    return (long) window + packetBytes - 1;
  }

  @Override
  public void acknowledged(long nowPs, Feedback feedback) {
    double acked = feedback.ackedBytes;
    boolean marked = feedback.markedBytes > 0;
    achieved += acked;
    receivedSince += acked;
    ignored += acked;
    setWindow(window - acked * feedback.receiverPenalty);
    double delayPs = delayPs(feedback, marked);
    boolean deaf = marked && ignored < ignore;
    if (deaf || quickAdapt(nowPs, feedback, false)) {
      return;
    }
    if (!marked) {
      grow(acked, delayPs);
    } else if (delayPs >= settings.targetPs()) {
      decrease(nowPs);
    } else if (early) {
      endFastIncrease();
    }
    adjust(nowPs);
  }

  @Override
  public void refused(long nowPs, Feedback feedback) {
    setWindow(window - feedback.missingBytes);
    nackSince = true;
    if (ignored >= ignore) {
      quickAdapt(nowPs, feedback, true);
    }
  }

  private void grow(double acked, double delayPs) {
    if (delayPs < settings.targetPs()) {
      if (fastIncrease(acked, delayPs)) {
        return;
      }
      increase += proportional * (settings.targetPs() - delayPs);
    }
    increase += fair * acked;
  }

  private void adjust(long nowPs) {
    if (receivedSince > adjustBytes || nowPs - adjustedPs > REFERENCE_RTT_PS) {
      setWindow(window + increase / window);
      increase = 0;
      receivedSince = 0;
      adjustedPs = nowPs;
    }
    if (nowPs - etaPs > REFERENCE_RTT_PS) {
      setWindow(window + eta);
      etaPs = nowPs;
    }
  }

  /** Returns whether the event was dealt with. */
  private boolean quickAdapt(long nowPs, Feedback feedback, boolean refused) {
    if (nowPs <= quickAtPs) {
      return false;
    }
    boolean asked = nackSince || refused || meanDelayPs > QUICK_DELAY * settings.targetPs();
    if (quickAtPs != 0
        && asked
        && achieved < mostWindow * settings.quickShare()
        && achieved <= window) {
      setWindow(achieved);
      ignore = feedback.inFlightBytes;
      ignored = 0;
      nackSince = false;
      return true;
    }
    achieved = 0;
    quickAtPs = nowPs + (long) baseRttPs + quickAfterRttPs;
    return false;
  }
}
