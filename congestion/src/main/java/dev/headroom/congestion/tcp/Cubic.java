package dev.headroom.congestion.tcp;

import dev.headroom.congestion.ControlEnvironment;
import dev.headroom.congestion.Feedback;
import dev.headroom.congestion.Path;
import dev.headroom.congestion.RangeCheck;
import dev.headroom.unit.setting.Setting;
import dev.headroom.unit.setting.SettingValues;
import dev.headroom.unit.setting.SettingsType;

/**
 * CUBIC: RFC 9438, sections 4.2 to 4.8. Windows in packets, t in seconds since growth began.
 *
 * <pre>
 *   Wcubic(t) = C (t - K)^3 + Wmax,   K = cbrt((Wmax - W0)/C),  W0 the window at t = 0
 *   West      = W0 at t = 0; every ACK: West += a acked/W,
 *               a = 3 (1 - beta)/(1 + beta), and 1 once West &gt;= the window before the loss
 *   ACK       Wcubic(t) &lt; West:  W = West                                     Reno-friendly
 *             else:              W += acked (target - W)/W,
 *                                target = Wcubic(t + RTT), within [W, 1.5 W]
 *   loss      Wmax = W, or W (1 + beta)/2 if W &lt; Wmax before;  W = max(beta W, 2)
 *   timeout   the same, W = 1; then K = 0 and Wmax = W0 until the next loss
 * </pre>
 *
 * Example: a loss at 100 packets leaves W = 70 and K = cbrt(30/0.4) = 4.217 s; W is back at 100
 * then.
 *
 * <p>Left out: HyStart++ (section 4.10 recommends it), undoing of needless reductions (4.9). Time
 * in which the application leaves the window unused counts in t. The RTT in the target is the
 * newest.
 */
public final class Cubic extends LossBasedController {
  private static final double PS_PER_SECOND = 1e12;

  /**
   * @param c C, packets a second cubed
   * @param beta share of the window that a loss leaves
   * @param fastConvergence whether Wmax gives way when losses come sooner
   * @param windows of TCP in general
   */
  public record Settings(
      @Setting(
              key = "congestion.cubic.c",
              fallback = "0.4",
              least = "0.0001",
              most = "1000000",
              means = "C, in packets per second cubed",
              source = "RFC 9438, section 5")
          double c,
      @Setting(
              key = "congestion.cubic.beta",
              fallback = "0.7",
              least = "0.01",
              most = "0.99",
              means = "fraction of the window kept after a loss",
              source = "RFC 9438, section 4.6")
          double beta,
      @Setting(
              key = "congestion.cubic.fastConvergence",
              fallback = "true",
              means =
                  "fast convergence: reduces the window before the loss further if losses come "
                      + "sooner",
              source = "RFC 9438, section 4.7",
              real = "/sys/module/tcp_cubic/parameters/fast_convergence")
          boolean fastConvergence,
      TcpWindowSettings windows) {
    public Settings {
      RangeCheck.check("C", c, Double.MIN_VALUE, Double.MAX_VALUE);
      RangeCheck.check("beta", beta, Double.MIN_VALUE, Math.nextDown(1.0));
    }

    /** The defaults. */
    public static Settings defaults() {
      return SettingsType.of(Settings.class)
          .make(SettingValues.NOTHING, Path.SHORT, ControlEnvironment.USUAL);
    }
  }

  private final Settings settings;

  private double maxPackets;
  private double priorPackets;
  private boolean curveFromLoss;
  private long startPs = Feedback.NONE;
  private double kSeconds;
  private double estimate;
  private double rttSeconds;

  public Cubic(Settings settings, Path path) {
    super(settings.windows(), path);
    this.settings = settings;
    rttSeconds = path.baseRttPs() / PS_PER_SECOND;
  }

  @Override
  void note(long nowPs, Feedback feedback) {
    if (feedback.rttPs > 0) {
      rttSeconds = feedback.rttPs / PS_PER_SECOND;
    }
  }

  @Override
  void grow(long nowPs, Feedback feedback) {
    double packets = window() / packetBytes();
    double acked = feedback.ackedBytes / packetBytes();
    if (startPs == Feedback.NONE) {
      begin(nowPs, packets);
    }
    double t = (nowPs - startPs) / PS_PER_SECOND;
    double beta = settings.beta();
    double a = estimate >= priorPackets ? 1 : 3 * (1 - beta) / (1 + beta);
    estimate += a * acked / packets;
    if (curve(t) < estimate) {
      setWindow(estimate * packetBytes());
    } else {
      double target = RangeCheck.clamp(curve(t + rttSeconds), packets, 1.5 * packets);
      setWindow((packets + acked * (target - packets) / packets) * packetBytes());
    }
  }

  @Override
  double afterLoss() {
    double packets = window() / packetBytes();
    boolean sooner = settings.fastConvergence() && packets < maxPackets;
    maxPackets = sooner ? packets * (1 + settings.beta()) / 2 : packets;
    priorPackets = packets;
    curveFromLoss = true;
    startPs = Feedback.NONE;
    return window() * settings.beta();
  }

  @Override
  void noteTimeout() {
    curveFromLoss = false;
  }

  /** Wcubic, in packets. */
  public double curve(double tSeconds) {
    double since = tSeconds - kSeconds;
    return settings.c() * since * since * since + maxPackets;
  }

  /** K, in seconds. */
  public double kSeconds() {
    return kSeconds;
  }

  private void begin(long nowPs, double packets) {
    startPs = nowPs;
    estimate = packets;
    if (curveFromLoss && maxPackets > packets) {
      kSeconds = StrictMath.cbrt((maxPackets - packets) / settings.c());
    } else {
      kSeconds = 0;
      maxPackets = packets;
    }
  }
}
