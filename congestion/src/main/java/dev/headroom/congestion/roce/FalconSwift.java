package dev.headroom.congestion.roce;

import dev.headroom.congestion.Controller;
import dev.headroom.congestion.Feedback;
import dev.headroom.congestion.Path;
import dev.headroom.congestion.PlbRepathing;
import dev.headroom.congestion.RangeCheck;
import dev.headroom.congestion.Signal;
import dev.headroom.unit.setting.Setting;
import dev.headroom.unit.setting.SettingValues;
import dev.headroom.unit.setting.SettingsType;
import java.util.Set;

/**
 * Falcon's congestion control: Falcon Transport Protocol specification 0.9 (Open Compute Project,
 * 2024), section 10.3. {@link Swift} with one window for the fabric, and a second one for the
 * buffer of the NIC at the other end; a third mechanism, {@link PlbRepathing}, leaves a congested
 * way.
 *
 * <pre>
 *   delay   = (1 - g) delay + g sample                                              (10.1)
 *   fcwnd:    Swift's window and target, on delay                                   (10.3.1, 10.3.4)
 *   ncwnd:    on the level L of the buffer, 0 to 31:
 *               L &lt; target:  ncwnd + ai, at once after a decrease, else an RTT after
 *                            the last move
 *               else         ncwnd max(1 - (L - target)/L, 1 - mdf), an RTT after the
 *                            last move, whichever way that went                     (10.3.1)
 *   sent again: the first after an ACK, once an RTT: fcwnd (1 - mdf);
 *               from the n-th without an ACK on: fcwnd = least                      (10.3.2)
 * </pre>
 *
 * Below one packet fcwnd is paced: one packet every RTT/fcwnd. ncwnd is whole and at least 1.
 *
 * <p>The specification contradicts itself in two places, and the paper decides: 10.3.4 weighs the
 * new sample with 1 - alpha where 10.1 weighs it with alpha, and leaves out the reciprocals of the
 * roots in flow scaling. Values are Google's own secret: those of {@link Swift} are the defaults.
 * The guards of a clock of 24 bits (10.3.6) are not needed here.
 */
public final class FalconSwift extends Controller {
  /** Levels of a buffer that an ACK can tell: five bits (section 10.2). */
  public static final int LEVELS = 32;

  /**
   * @param fabric what fcwnd is set with; of its values the host's target is not used
   * @param baseTargetPs base target of fcwnd, in the place of that of {@code fabric}
   * @param delayWeight g, weight of a new sample of delay
   * @param nicTarget level of the receiver's buffer that is aimed at
   * @param nicAi packets by which ncwnd grows
   * @param nicMostDecrease most that one decrease takes of ncwnd
   * @param nicMost greatest ncwnd, and the first
   */
  public record Settings(
      Swift.Settings fabric,
      @Setting(
              key = "congestion.falcon.baseTarget",
              derived = "congestion.swift.baseTarget",
              least = "1ns",
              most = "1s",
              means =
                  "target delay of one hop with few flows; it must exceed the base RTT to be "
                      + "reachable",
              source =
                  "Falcon 0.9, section 10.5.1: base_delay_target, which the specification leaves "
                      + "open")
          long baseTargetPs,
      @Setting(
              key = "congestion.falcon.delayWeight",
              fallback = "1",
              least = "0.001",
              most = "1",
              means = "weight of a new sample in the smoothed delay; 1 disables smoothing",
              source = "Falcon 0.9, section 10.1: alpha, which the specification leaves open")
          double delayWeight,
      @Setting(
              key = "congestion.falcon.bufferTarget",
              fallback = "16",
              least = "1",
              most = "31",
              means =
                  "target fill level of the receiver's buffer for the NIC window, out of 32; "
                      + "used with hosts.drain",
              source =
                  "Falcon 0.9, section 10.5.2: target_rx_buffer_level, which the specification "
                      + "leaves open")
          int nicTarget,
      @Setting(
              key = "congestion.falcon.nicAi",
              fallback = "1",
              least = "0.001",
              most = "1000",
              means = "increase of the NIC window in packets per round trip",
              source =
                  "Falcon 0.9, section 10.5.2: nic_additive_increment, which the specification "
                      + "leaves open")
          double nicAi,
      @Setting(
              key = "congestion.falcon.nicMostDecrease",
              fallback = "0.5",
              least = "0.001",
              most = "0.999",
              means = "maximum fraction by which one decrease reduces the NIC window",
              source =
                  "Falcon 0.9, section 10.5.2: max_nic_multiplicative_decrease_factor, which "
                      + "the specification leaves open")
          double nicMostDecrease,
      @Setting(
              key = "congestion.falcon.nicWindow",
              fallback = "1024",
              least = "1",
              most = "2047",
              means = "maximum and initial NIC window in packets",
              source = "Falcon 0.9, section 10.6.2: 11 bits")
          int nicMost) {
    public Settings {
      RangeCheck.check("base target delay", baseTargetPs, 1, Long.MAX_VALUE);
      RangeCheck.check("weight of a new delay sample", delayWeight, Double.MIN_VALUE, 1);
      RangeCheck.check(
          "additive increase of the NIC window", nicAi, Double.MIN_VALUE, Double.MAX_VALUE);
      RangeCheck.check(
          "maximum decrease of the NIC window",
          nicMostDecrease,
          Double.MIN_VALUE,
          Math.nextDown(1.0));
      RangeCheck.check("target level of the NIC's buffer", nicTarget, 1, LEVELS - 1);
      RangeCheck.check("maximum NIC window", nicMost, 1, Integer.MAX_VALUE);
    }

    /** That of Swift. */
    static long baseTargetPs(Swift.Settings fabric) {
      return fabric.baseTargetPs();
    }

    /** The defaults for a short way. */
    public static Settings defaults() {
      return SettingsType.of(Settings.class).make(SettingValues.NOTHING, Path.SHORT);
    }
  }

  private final Settings settings;
  private final DelayTarget target;
  private final DelayWindow fabric;
  private final long lineBps;
  private final int packetBytes;

  private double rttPs;
  private double delayPs = Feedback.NONE;
  private double targetPs;
  private int repeats;

  private double nicPackets;
  private boolean nicGrew = true;
  private long nicMovedPs;

  /** A connection that starts with as many packets as fill the line for a base RTT. */
  public FalconSwift(Settings settings, Path path) {
    this.settings = settings;
    Swift.Settings swift = settings.fabric().withBaseTarget(settings.baseTargetPs());
    target = new DelayTarget(swift);
    fabric = swift.window(path.bdpBytes() / path.packetBytes());
    lineBps = path.lineBps();
    packetBytes = path.packetBytes();
    rttPs = path.baseRttPs();
    nicPackets = settings.nicMost();
  }

  @Override
  public Set<Signal> watches() {
    return Set.of(Signal.RTT, Signal.HOST_DELAY, Signal.HOPS, Signal.LOSS);
  }

  @Override
  public long rateBps(long nowPs) {
    double packets = fabric.packets();
    return packets >= 1
        ? lineBps
        : Math.max(1, Math.min(lineBps, (long) Path.bps(packets * packetBytes, rttPs)));
  }

  /** The fabric's window; the NIC's counts requests, and is asked for apart. */
  @Override
  public long windowBytes() {
    return Math.max(1, (long) fabric.packets()) * packetBytes;
  }

  @Override
  public boolean movesScheduledSend() {
    return true;
  }

  @Override
  public void acknowledged(long nowPs, Feedback feedback) {
    repeats = 0;
    if (feedback.rttPs <= 0) {
      return;
    }
    rttPs = feedback.rttPs;
    double sample = (double) (feedback.rttPs - feedback.hostDelayPs);
    delayPs =
        delayPs == Feedback.NONE ? sample : delayPs + settings.delayWeight() * (sample - delayPs);
    targetPs = target.ps(fabric.packets(), feedback.hops);
    double acked = (double) feedback.ackedBytes / packetBytes;
    fabric.react(nowPs, acked, delayPs, targetPs, rttPs);
  }

  /**
   * How full the receiver's buffer is.
   *
   * @param level 0 to 31
   */
  public void buffered(long nowPs, int level) {
    boolean due = nowPs - nicMovedPs >= rttPs;
    if (level < settings.nicTarget()) {
      if (!nicGrew || due) {
        move(nowPs, nicPackets + settings.nicAi(), true);
      }
    } else if (due) {
      double over = (double) (level - settings.nicTarget()) / level;
      double share = Math.max(1 - over, 1 - settings.nicMostDecrease());
      move(nowPs, nicPackets * share, false);
    }
  }

  private void move(long nowPs, double packets, boolean grew) {
    nicPackets = RangeCheck.clamp(packets, 1, settings.nicMost());
    nicGrew = grew;
    nicMovedPs = nowPs;
  }

  @Override
  public void lost(long nowPs, Feedback feedback) {
    sentAgain(nowPs);
  }

  @Override
  public void timedOut(long nowPs, Feedback feedback) {
    sentAgain(nowPs);
  }

  private void sentAgain(long nowPs) {
    repeats++;
    if (repeats >= settings.fabric().resetAfter()) {
      fabric.reset(nowPs);
    } else if (repeats == 1) {
      fabric.cut(nowPs, rttPs);
    }
  }

  /** fcwnd in packets; under 1 it is paced. */
  public double fabricPackets() {
    return fabric.packets();
  }

  /** ncwnd: requests that may be outstanding. */
  public int nicPackets() {
    return (int) nicPackets;
  }

  /** Smoothed delay in the fabric, in picoseconds; {@link Feedback#NONE} before any. */
  public double delayPs() {
    return delayPs;
  }

  /** The target that the last ACK was held against, in picoseconds. */
  public double targetPs() {
    return targetPs;
  }
}
