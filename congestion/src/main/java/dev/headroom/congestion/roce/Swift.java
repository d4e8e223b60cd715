package dev.headroom.congestion.roce;

import dev.headroom.congestion.Controller;
import dev.headroom.congestion.Feedback;
import dev.headroom.congestion.Path;
import dev.headroom.congestion.RangeCheck;
import dev.headroom.congestion.Signal;
import dev.headroom.unit.setting.Setting;
import dev.headroom.unit.setting.SettingValues;
import dev.headroom.unit.setting.SettingsType;
import java.util.Set;

/**
 * Swift: Kumar et al., "Swift: Delay is Simple and Effective for Congestion Control in the
 * Datacenter", SIGCOMM 2020, algorithm 1 and section 3.5, as the Falcon transport specification 0.9
 * (Open Compute Project, section 10.3) and UEC's htsim ({@code swift.cpp}) restate them. Two
 * windows, in packets: one for delay in the fabric, one for delay in hosts; the smaller counts.
 *
 * <pre>
 *   target  = base + hops h + clamp(a/sqrt(w) + b, 0, range)
 *             a = range / (1/sqrt(wmin) - 1/sqrt(wmax)),  b = -a/sqrt(wmax)
 *   ACK of n packets:
 *     delay &lt; target:          w = w + ai n/w   (w &gt;= 1),   w + ai n   (w &lt; 1)
 *     else, once an RTT:       w = w max(1 - beta (delay - target)/delay, 1 - mdf)
 *   loss, once an RTT:         w = (1 - mdf) w
 *   timeout:                   the same; from the fifth in a row on w = least
 *   w &lt; 1:                     one packet every RTT/w
 * </pre>
 *
 * Delay in the fabric is the RTT less what hosts took of it; the host's is smoothed, and its target
 * does not scale. Example of the curve with range 100 us, wmin 0.1, wmax 100: a = 100/(3.1623 -
 * 0.1) = 32.66 us, b = -3.27 us; at w = 1 the target is 29.4 us over the base, at w = 25 3.3 us.
 *
 * <p>Google's constants are not public: the defaults are htsim's, which calls some of them guesses,
 * but for the host's target, its average (RFC 6298's for the RTT) and the least window, which are
 * ours. A target must be over the base RTT to be met: set it for long ways. A window of 1 or more
 * is not paced. The host's window is the second of the paper's ({@code ecwnd}); Falcon steers its
 * second by buffers instead.
 */
public final class Swift extends Controller {
  private static final double HOST_DELAY_WEIGHT = 1.0 / 8;

  /**
   * @param baseTargetPs target delay of one hop with few flows
   * @param perHopPs h, target delay for each switch passed
   * @param rangePs most that a small window adds
   * @param scaleFrom wmin, packets at and under which all of it is added
   * @param scaleTo wmax, packets from which nothing is added
   * @param hostTargetPs target delay of hosts
   * @param ai additive increase, packets an RTT
   * @param beta decrease factor
   * @param mostDecrease mdf, most that one decrease takes
   * @param minPackets least window
   * @param maxPackets greatest window
   * @param resetAfter timeouts in a row that bring the least window
   */
  public record Settings(
      @Setting(
              key = "congestion.swift.baseTarget",
              derived = "20 us, or 1.5 times congestion.baseRtt where that is longer",
              least = "1ns",
              most = "1s",
              means =
                  "target delay of one hop with few flows; it must exceed the base RTT to be "
                      + "reachable",
              source = "20 us: htsim's swift.cpp; Google's values are not public")
          long baseTargetPs,
      @Setting(
              key = "congestion.swift.perHop",
              fallback = "3053435ps",
              least = "0ns",
              most = "1s",
              means = "additional target delay per switch on the path",
              source = "htsim's swift.cpp: base target / 6.55")
          long perHopPs,
      @Setting(
              key = "congestion.swift.range",
              fallback = "100us",
              least = "0ns",
              most = "1s",
              means = "maximum addition to the target delay for a small window",
              source = "htsim's swift.cpp: 5 base targets; Swift, SIGCOMM 2020, section 3.5")
          long rangePs,
      @Setting(
              key = "congestion.swift.scaleFrom",
              fallback = "0.1",
              least = "0.001",
              most = "1000",
              means = "window in packets at or below which the full addition applies",
              source = "htsim's swift.cpp",
              under = "congestion.swift.scaleTo")
          double scaleFrom,
      @Setting(
              key = "congestion.swift.scaleTo",
              fallback = "100",
              least = "0.01",
              most = "100000",
              means = "window in packets from which no addition applies",
              source = "htsim's swift.cpp")
          double scaleTo,
      @Setting(
              key = "congestion.swift.hostTarget",
              fallback = "20us",
              least = "1ns",
              most = "1s",
              means = "target delay of hosts",
              source = "ours; Google's is not public")
          long hostTargetPs,
      @Setting(
              key = "congestion.swift.ai",
              fallback = "1",
              least = "0.001",
              most = "1000",
              means = "additive increase in packets per round trip",
              source = "htsim's swift.cpp; Falcon 0.9, section 10.3")
          double ai,
      @Setting(
              key = "congestion.swift.beta",
              fallback = "0.8",
              least = "0.001",
              most = "1",
              means = "decrease factor",
              source = "htsim's swift.cpp; Falcon 0.9, section 10.3")
          double beta,
      @Setting(
              key = "congestion.swift.mostDecrease",
              fallback = "0.5",
              least = "0.001",
              most = "0.999",
              means = "maximum fraction by which one decrease reduces the window",
              source = "htsim's swift.cpp; Falcon 0.9, section 10.3")
          double mostDecrease,
      @Setting(
              key = "congestion.swift.minWindow",
              fallback = "0.01",
              least = "0.0001",
              most = "1000",
              means = "minimum window in packets; below 1, the sender paces packets",
              source = "ours",
              under = "congestion.swift.maxWindow")
          double minPackets,
      @Setting(
              key = "congestion.swift.maxWindow",
              fallback = "1000",
              least = "1",
              most = "1000000",
              means = "maximum window in packets",
              source = "htsim's swift.cpp")
          double maxPackets,
      @Setting(
              key = "congestion.swift.resetAfter",
              fallback = "5",
              least = "1",
              most = "1000",
              means = "consecutive timeouts that reset the window to the minimum",
              source = "Swift, SIGCOMM 2020, algorithm 1; htsim's swift.cpp")
          int resetAfter) {
    public Settings {
      RangeCheck.check("base target delay", baseTargetPs, 1, Long.MAX_VALUE);
      RangeCheck.check("target delay of a hop", perHopPs, 0, Long.MAX_VALUE);
      RangeCheck.check("range of flow scaling", rangePs, 0, Long.MAX_VALUE);
      RangeCheck.check(
          "minimum window of flow scaling", scaleFrom, Double.MIN_VALUE, Double.MAX_VALUE);
      RangeCheck.check(
          "maximum window of flow scaling", scaleTo, Math.nextUp(scaleFrom), Double.MAX_VALUE);
      RangeCheck.check("target delay of hosts", hostTargetPs, 1, Long.MAX_VALUE);
      RangeCheck.check("additive increase", ai, Double.MIN_VALUE, Double.MAX_VALUE);
      RangeCheck.check("beta", beta, Double.MIN_VALUE, 1);
      RangeCheck.check("maximum decrease", mostDecrease, Double.MIN_VALUE, Math.nextDown(1.0));
      RangeCheck.check("minimum window", minPackets, Double.MIN_VALUE, Double.MAX_VALUE);
      RangeCheck.check("maximum window", maxPackets, Math.nextUp(minPackets), Double.MAX_VALUE);
      RangeCheck.check("number of timeouts before a reset", resetAfter, 1, Integer.MAX_VALUE);
    }

    /** A time that is published for short ways, or what a longer way asks for. */
    static long baseTargetPs(Path path) {
      return path.atLeast(20_000_000);
    }

    /** The defaults for a short way. */
    public static Settings defaults() {
      return SettingsType.of(Settings.class).make(SettingValues.NOTHING, Path.SHORT);
    }

    /** These, but with another base target, in picoseconds. */
    public Settings withBaseTarget(long basePs) {
      return new Settings(
          basePs,
          perHopPs,
          rangePs,
          scaleFrom,
          scaleTo,
          hostTargetPs,
          ai,
          beta,
          mostDecrease,
          minPackets,
          maxPackets,
          resetAfter);
    }

    /** A window that starts with so many packets. */
    DelayWindow window(double packets) {
      return new DelayWindow(ai, beta, mostDecrease, minPackets, maxPackets, packets);
    }
  }

  private final Settings settings;
  private final long lineBps;
  private final int packetBytes;
  private final DelayTarget target;
  private final DelayWindow fabric;
  private final DelayWindow host;
  private double rttPs;
  private double hostDelayPs;
  private int timeouts;

  /** A flow that starts with as many packets as fill the line for a base RTT. */
  public Swift(Settings settings, Path path) {
    this.settings = settings;
    lineBps = path.lineBps();
    packetBytes = path.packetBytes();
    rttPs = path.baseRttPs();
    target = new DelayTarget(settings);
    fabric = settings.window(path.bdpBytes() / packetBytes);
    host = settings.window(settings.maxPackets());
  }

  @Override
  public Set<Signal> watches() {
    return Set.of(Signal.RTT, Signal.HOST_DELAY, Signal.HOPS, Signal.LOSS);
  }

  @Override
  public long rateBps(long nowPs) {
    double packets = packets();
    if (packets >= 1) {
      return lineBps;
    }
    return Math.max(1, Math.min(lineBps, (long) Path.bps(packets * packetBytes, rttPs)));
  }

  @Override
  public long windowBytes() {
    return Math.max(1, (long) packets()) * packetBytes;
  }

  @Override
  public boolean movesScheduledSend() {
    return true;
  }

  @Override
  public void acknowledged(long nowPs, Feedback feedback) {
    timeouts = 0;
    if (feedback.rttPs <= 0) {
      return;
    }
    rttPs = feedback.rttPs;
    double acked = (double) feedback.ackedBytes / packetBytes;
    hostDelayPs += HOST_DELAY_WEIGHT * (feedback.hostDelayPs - hostDelayPs);
    double delay = (double) (feedback.rttPs - feedback.hostDelayPs);
    fabric.react(nowPs, acked, delay, targetPs(feedback.hops), rttPs);
    host.react(nowPs, acked, hostDelayPs, (double) settings.hostTargetPs(), rttPs);
  }

  @Override
  public void lost(long nowPs, Feedback feedback) {
    timeouts = 0;
    fabric.cut(nowPs, rttPs);
    host.cut(nowPs, rttPs);
  }

  @Override
  public void timedOut(long nowPs, Feedback feedback) {
    timeouts++;
    if (timeouts >= settings.resetAfter()) {
      fabric.reset(nowPs);
      host.reset(nowPs);
    } else {
      fabric.cut(nowPs, rttPs);
      host.cut(nowPs, rttPs);
    }
  }

  /** The fabric's target delay at the present window, in picoseconds. */
  public double targetPs(int hops) {
    return target.ps(fabric.packets(), hops);
  }

  /** The window in packets; under 1 it is paced. */
  public double packets() {
    return Math.min(fabric.packets(), host.packets());
  }
}
