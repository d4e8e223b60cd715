package dev.headroom.congestion.roce;

import dev.headroom.congestion.ControlEnvironment;
import dev.headroom.congestion.Controller;
import dev.headroom.congestion.Path;
import dev.headroom.congestion.PeriodicTimers;
import dev.headroom.congestion.RangeCheck;
import dev.headroom.congestion.Signal;
import dev.headroom.unit.setting.SameAs;
import dev.headroom.unit.setting.Setting;
import dev.headroom.unit.setting.SettingValues;
import dev.headroom.unit.setting.SettingsType;
import java.util.Set;

/**
 * Controller of HP-DCQCN, <em>as an article describes it</em>: "High-Precision DCQCN" replaces the
 * timer-based recovery of DCQCN by a rate meter in hardware, which measures what is really sent and
 * compares it with the target rate that ECN feedback yields. No paper, vendor document or source of
 * it is known; the article gives no formula. The one below does what it says and takes from DCQCN
 * (Zhu et al., SIGCOMM 2015) what it does not say.
 *
 * <pre>
 *   every tau       M = bits sent in it / tau                          the meter
 *     CNP since     R = M where M, and two packets, are under 0.9 R: the network takes no more
 *     none since    alpha = (1-g) alpha
 *                   Rt = mean of M over the periods with CNPs that end here, if any;
 *                   else min(line, Rt + Rai)
 *                   correct
 *   first CNP in it Rt = max(Rmin, M (1 - alpha/2)); alpha = (1-g) alpha + g; correct
 *   correct         R = max(Rmin, R + k (Rt - M)), and no more than Rt if M is not above it
 * </pre>
 *
 * A queue that drains sends CNPs for several periods, and each period cuts again. From where marks
 * began to where they end the queue is as long as before, so that what a flow has sent meanwhile is
 * what the network has carried of it: its mean is the target from there, and the meter's difference
 * to it is corrected, half of it a period. Periods in which nothing was sent do not count. Further
 * CNPs of a period are not heeded, since the meter has shown nothing new. Before the first CNP
 * alpha and Rt stay where they start. Nothing is scheduled: periods that are over are worked off
 * when somebody asks. A sender that has nothing to send has M = 0 and R = Rt, so it does not wind
 * up. There are no stages of recovery, and no timer but the meter's.
 */
public final class HpDcqcn extends Controller {
  private static final long NEVER = Long.MAX_VALUE;

  /** A flow sends less than this share of its rate where the network holds it back. */
  private static final double SHORT = 0.9;

  /**
   * @param periodPs tau, the meter's period
   * @param gain k, how much of the difference one period corrects
   * @param g gain of alpha
   * @param initialAlpha alpha at the first CNP
   * @param aiBps Rai
   * @param minBps Rmin; 1 Mb/s. Over 0
   */
  public record Settings(
      @Setting(
              key = "congestion.hpDcqcn.period",
              fallback = "55us",
              least = "1ns",
              most = "1s",
              means = "averaging period of the rate meter (tau)",
              source = "ours: the period of DCQCN's timers")
          long periodPs,
      @Setting(
              key = "congestion.hpDcqcn.gain",
              fallback = "0.5",
              least = "0.001",
              most = "1",
              means = "fraction of the difference that one period corrects",
              source = "ours")
          double gain,
      @Setting(
              key = "congestion.hpDcqcn.g",
              fallback = "0.00390625",
              least = "0.000001",
              most = "1",
              means = "gain of alpha",
              source = "DCQCN, SIGCOMM 2015: 1/256")
          double g,
      @Setting(
              key = "congestion.hpDcqcn.initialAlpha",
              fallback = "1",
              least = "0",
              most = "1",
              means = "alpha at the first CNP",
              source = "DCQCN, SIGCOMM 2015")
          double initialAlpha,
      @Setting(
              key = "congestion.hpDcqcn.rateAi",
              fallback = "50Mbps",
              least = "1bps",
              most = "1Tbps",
              means = "additive increase per period",
              source = "the article: 50 to 100 Mb/s")
          long aiBps,
      @SameAs(DcqcnParameters.class) long minBps) {
    public Settings {
      RangeCheck.check("period of the rate meter", periodPs, 1, NEVER);
      RangeCheck.check("gain of the correction", gain, Double.MIN_VALUE, 1);
      RangeCheck.check("g", g, Double.MIN_VALUE, 1);
      RangeCheck.check("initial alpha", initialAlpha, 0.0, 1.0);
      RangeCheck.check("additive increase", aiBps, 0, NEVER);
      RangeCheck.check("minimum rate", minBps, 1, NEVER);
    }

    /** The defaults. */
    public static Settings defaults() {
      return SettingsType.of(Settings.class)
          .make(SettingValues.NOTHING, Path.SHORT, ControlEnvironment.USUAL);
    }
  }

  private final Settings settings;
  private final double lineBps;
  private final int packetBytes;

  private double currentBps;
  private double targetBps;
  private double meteredBps;
  private double alpha;
  private long sentBytes;
  private boolean seenCnp;
  private boolean cnpSinceTick;

  /** Of the periods with CNPs, up to now: the sum of what the meter showed, and how many. */
  private double markedBps;

  private long markedPeriods;

  private long nextTickPs = NEVER;

  public HpDcqcn(Settings settings, Path path) {
    this.settings = settings;
    lineBps = path.lineBps();
    packetBytes = path.packetBytes();
    currentBps = lineBps;
    targetBps = lineBps;
    alpha = settings.initialAlpha();
  }

  @Override
  public Set<Signal> watches() {
    return Set.of(Signal.CNP);
  }

  @Override
  public long rateBps(long nowPs) {
    if (nextTickPs <= nowPs) {
      advance(nowPs);
    }
    return (long) currentBps;
  }

  @Override
  public void sent(long nowPs, int bytes) {
    if (nextTickPs == NEVER) {
      nextTickPs = nowPs + settings.periodPs();
    } else if (nextTickPs <= nowPs) {
      advance(nowPs);
    }
    sentBytes += bytes;
  }

  @Override
  public void congested(long nowPs) {
    if (nextTickPs <= nowPs) {
      advance(nowPs);
    }
    if (cnpSinceTick) {
      return; // the meter has shown nothing new
    }
    // Before the meter's first period is over there is nothing but the rate to go by.
    double measured = meteredBps > 0 ? meteredBps : currentBps;
    targetBps = Math.max((double) settings.minBps(), measured * (1 - alpha / 2));
    alpha = (1 - settings.g()) * alpha + settings.g();
    seenCnp = true;
    cnpSinceTick = true;
    correct(measured);
  }

  /** The state alpha, as of the last event. */
  public double alpha() {
    return alpha;
  }

  /** What the meter shows, in bits per second, as of the last period that was over. */
  public double meteredBps() {
    return meteredBps;
  }

  /** The target rate, in bits per second, as of the last event. */
  public double targetBps() {
    return targetBps;
  }

  private void advance(long nowPs) {
    while (nowPs - nextTickPs > PeriodicTimers.LOOK_PS && !isSteady()) {
      tickUpTo(nextTickPs + PeriodicTimers.LOOK_PS);
    }
    nextTickPs +=
        PeriodicTimers.before(nextTickPs, settings.periodPs(), nowPs - PeriodicTimers.LOOK_PS)
            * settings.periodPs();
    tickUpTo(nowPs);
  }

  /** Whether no tick changes anything any more. */
  private boolean isSteady() {
    boolean rises =
        seenCnp
            && (markedPeriods > 0 || targetBps < lineBps || (1 - settings.g()) * alpha != alpha);
    double most = meteredBps > targetBps ? currentBps : targetBps;
    double next =
        RangeCheck.clamp(
            currentBps + settings.gain() * (targetBps - meteredBps),
            (double) settings.minBps(),
            most);
    return sentBytes == 0 && meteredBps == 0 && !cnpSinceTick && !rises && next == currentBps;
  }

  private void tickUpTo(long nowPs) {
    while (nextTickPs <= nowPs) {
      nextTickPs += settings.periodPs();
      tick();
    }
  }

  private void tick() {
    meteredBps = Path.bps((double) sentBytes, (double) settings.periodPs());
    // A period may hold few packets, of which one more or less goes by at either end of it.
    double most = Path.bps((double) sentBytes + 2L * packetBytes, (double) settings.periodPs());
    sentBytes = 0;
    if (cnpSinceTick && meteredBps > 0) {
      markedBps += meteredBps;
      markedPeriods++;
      if (most < SHORT * currentBps) {
        currentBps = Math.max(meteredBps, (double) settings.minBps());
      }
    } else if (!cnpSinceTick) {
      if (seenCnp) {
        alpha = (1 - settings.g()) * alpha;
        targetBps = Math.min(lineBps, markedPeriods > 0 ? carriedBps() : raisedBps());
      }
      markedBps = 0;
      markedPeriods = 0;
      correct(meteredBps);
    }
    cnpSinceTick = false;
  }

  /** What the network carried while it sent marks. */
  private double carriedBps() {
    return Math.max((double) settings.minBps(), markedBps / markedPeriods);
  }

  private double raisedBps() {
    return targetBps + settings.aiBps();
  }

  private void correct(double measured) {
    double corrected = currentBps + settings.gain() * (targetBps - measured);
    double most = measured > targetBps ? currentBps : targetBps;
    currentBps = RangeCheck.clamp(corrected, (double) settings.minBps(), most);
  }
}
