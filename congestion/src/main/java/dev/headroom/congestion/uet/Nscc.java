package dev.headroom.congestion.uet;

import dev.headroom.congestion.ControlEnvironment;
import dev.headroom.congestion.Feedback;
import dev.headroom.congestion.Path;
import dev.headroom.congestion.RangeCheck;
import dev.headroom.congestion.TransportType;
import dev.headroom.unit.setting.Setting;
import dev.headroom.unit.setting.SettingValues;
import dev.headroom.unit.setting.SettingsType;

/**
 * NSCC, network-signalled congestion control of Ultra Ethernet (UE specification 1.0, transport
 * layer), as the consortium's own simulator runs it ({@code uec.cpp} of uet-htsim: {@code
 * initNsccParams}, {@code updateCwndOnAck_NSCC}, {@code updateCwndOnNack_NSCC}).
 *
 * <p>Delay d is the RTT less the least RTT seen, Q the delay aimed at, m a full packet. Marks come
 * sooner than delay, so the two together tell four cases apart:
 *
 * <pre>
 *   A = BDP / (100 Gb/s 12 us),  b = Q/12 us,  alpha = 4 m A b/Q,  fi = 5 m A,  eta = 0.15 m A
 *
 *   not marked, d &gt;= Q   inc += fi acked                          fair increase
 *   not marked, d &lt; Q    inc += alpha acked (Q - d)               proportional increase; but
 *                        d &lt; 1 us for a whole window:  W += A acked/4   fast increase
 *   marked, d &gt;= Q       once a base RTT, if the mean D &gt; Q:
 *                        W = W max(1 - gamma (D - Q)/D, 1/2)      multiplicative decrease
 *   marked, d &lt; Q        nothing: another path may do
 *
 *   every 8 m acknowledged, or network RTT:  W += inc/W; every network RTT: W += eta
 *   D += 0.0125 (d - D);  not marked though d &gt; Q: as if d were a quarter of the base RTT
 *   NACK                 W -= bytes refused; D as if d were the network RTT
 *   every base RTT + Q   quick adapt: if a NACK came since, or d &gt; 4 Q, and what was acknowledged
 *                        meanwhile is less than an eighth of the greatest window: W = that,
 *                        and marks and NACKs of what is in flight are ignored
 * </pre>
 *
 * The window starts at its greatest, 1.5 BDP, and is m at least. Q is 3/4 of the network RTT where
 * switches trim, the whole where they do not. Example at 100 Gb/s and 12 us: A = 1, BDP 150,000
 * bytes; with trimming Q = 9 us, b = 0.75.
 *
 * <p>Differs from that simulator in whole bytes (here fractions are kept) and in m, which there is
 * the payload in alpha, fi and eta, and the frame elsewhere. The transport counts the window either
 * way. SLEEK, its loss detection, belongs to the transport.
 */
public final class Nscc extends NsccWindow {
  /** Packets acknowledged after which increases count. */
  private static final int ADJUST_PACKETS = 8;

  /**
   * @param networkRttPs longest base RTT of the fabric; 12 us in the specification's reference.
   *     Over 0
   * @param targetPs Q
   * @param gamma of multiplicative decrease
   * @param maxWindow greatest window in BDP
   * @param quickShare share of the greatest window under which to
   * @param receiverCredits whether {@link Rccc} runs too: then NACKs of the last switch do not
   *     count
   */
  public record Settings(
      long networkRttPs,
      @Setting(
              key = "congestion.nscc.target",
              derived =
                  "3/4 of congestion.baseRtt if switches trim, otherwise all of it; 6 us in drafts",
              least = "1ns",
              most = "1s",
              means = "target queueing delay",
              source = "uet-htsim, initNsccParams; UE specification 1.0")
          long targetPs,
      @Setting(
              key = "congestion.nscc.gamma",
              fallback = "0.8",
              least = "0",
              most = "1",
              means = "multiplicative decrease: window reduction as a fraction of the excess delay",
              source = "uet-htsim, initNsccParams")
          double gamma,
      @Setting(
              key = "congestion.nscc.maxWindow",
              fallback = "1.5",
              least = "0.01",
              most = "1000",
              means = "maximum and initial window, in bandwidth-delay products",
              source = "uet-htsim, initNscc")
          double maxWindow,
      @Setting(
              key = "congestion.nscc.quickShare",
              fallback = "0.125",
              least = "0",
              most = "1",
              means =
                  "quick adapt if less than this fraction of the maximum window arrived in a "
                      + "round trip; 0 disables quick adapt",
              source = "uet-htsim: qa_gate 3, so 2^-3")
          double quickShare,
      boolean receiverCredits) {
    public Settings {
      RangeCheck.check("network RTT", networkRttPs, 1, Long.MAX_VALUE);
      RangeCheck.check("target delay", targetPs, 1, Long.MAX_VALUE);
      RangeCheck.check("gamma", gamma, 0.0, 1.0);
      RangeCheck.check("maximum window", maxWindow, Double.MIN_VALUE, Double.MAX_VALUE);
      RangeCheck.check("fraction for quick adapt", quickShare, 0.0, 1.0);
    }

    static long networkRttPs(Path path) {
      return path.baseRttPs();
    }

    static long targetPs(Path path, ControlEnvironment around) {
      return around.trimming() ? path.baseRttPs() * 3 / 4 : path.baseRttPs();
    }

    static boolean receiverCredits(Companion companion) {
      return companion == Companion.RCCC;
    }

    /**
     * The defaults for a way.
     *
     * @param trimming whether switches trim packets instead of dropping them
     */
    public static Settings defaults(Path path, boolean trimming) {
      return SettingsType.of(Settings.class)
          .make(
              SettingValues.NOTHING,
              path,
              new ControlEnvironment(TransportType.UEC, trimming, 1, false),
              Companion.NONE);
    }
  }

  /** What runs beside it. */
  public enum Companion {
    NONE,
    /** {@link Rccc}. */
    RCCC
  }

  private final Settings settings;
  private final double proportional;
  private final double fair;
  private final double eta;

  private double increase;
  private double receivedSince;
  private long adjustedPs;

  private long quickAtPs = Feedback.NONE;
  private boolean nackSince;
  private double achieved;
  private double ignore;
  private double ignored;

  public Nscc(Settings settings, Path path) {
    super(law(settings, path), path);
    this.settings = settings;
    double scale = scale(path, settings.networkRttPs());
    double target = settings.targetPs();
    proportional = 4.0 * packetBytes * scale * (target / REFERENCE_RTT_PS) / target;
    fair = 5.0 * packetBytes * scale;
    eta = 0.15 * packetBytes * scale;
  }

  private static Law law(Settings settings, Path path) {
    return new Law(
        settings.targetPs(),
        settings.gamma(),
        DELAY_WEIGHT,
        FAST_UNDER_PS,
        scale(path, settings.networkRttPs()) / 4,
        settings.maxWindow());
  }

  @Override
  public long windowBytes() {
    return (long) window;
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
    if (quickAdapt(nowPs, feedback, marked, delayPs)) {
      return;
    }
    if (marked) {
      if (delayPs >= settings.targetPs()) {
        decrease(nowPs);
      }
    } else if (delayPs >= settings.targetPs()) {
      increase += fair * acked;
    } else if (!fastIncrease(acked, delayPs)) {
      increase += proportional * acked * (settings.targetPs() - delayPs);
    }
    setWindow(window);
    boolean period = nowPs - adjustedPs > settings.networkRttPs();
    if (receivedSince > ADJUST_PACKETS * packetBytes || period) {
      setWindow(window + increase / window);
      if (nowPs - adjustedPs >= settings.networkRttPs()) {
        setWindow(window + eta);
        adjustedPs = nowPs;
      }
      startAdjusting();
    }
  }

  @Override
  public void refused(long nowPs, Feedback feedback) {
    if (feedback.rttPs > 0) {
      noteRtt(feedback.rttPs); // headers overtake data: that simulator takes them for samples too
    }
    ignored += feedback.missingBytes;
    average(settings.networkRttPs());
    nackSince = true;
    if (quickAdapt(nowPs, feedback, true, 0)) {
      return;
    }
    if (!settings.receiverCredits() || !feedback.lastHop) {
      setWindow(window - feedback.missingBytes);
    }
  }

  /** The mean delay over the base RTT, in picoseconds. */
  public double meanDelayPs() {
    return meanDelayPs;
  }

  /** Returns whether the event was dealt with, or is to be ignored. */
  private boolean quickAdapt(long nowPs, Feedback feedback, boolean bad, double delayPs) {
    boolean dealtWith = false;
    if (ignored < ignore && bad) {
      dealtWith = true;
    } else if (nowPs > quickAtPs) {
      boolean asked = nackSince || delayPs > QUICK_DELAY * settings.targetPs();
      boolean first = quickAtPs == Feedback.NONE;
      if (!first && asked && achieved < mostWindow * settings.quickShare()) {
        setWindow(achieved);
        ignore = feedback.inFlightBytes;
        ignored = 0;
        nackSince = false;
        dealtWith = true;
      }
      achieved = 0;
      quickAtPs = nowPs + (long) baseRttPs + settings.targetPs();
    }
    if (dealtWith) {
      startAdjusting();
    }
    return dealtWith;
  }

  private void startAdjusting() {
    increase = 0;
    receivedSince = 0;
  }
}
