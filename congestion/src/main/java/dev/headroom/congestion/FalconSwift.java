package dev.headroom.congestion;

import java.util.Set;

/**
 * Falcon's congestion control: Falcon Transport Protocol specification 0.9 (Open Compute Project,
 * 2024), section 10.3. {@link Swift} with one window for the fabric, and a second one for the
 * buffer of the NIC at the other end; a third mechanism, {@link PathChange}, leaves a congested
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
   * @param delayWeight g, weight of a new sample of delay; 1. Over 0, to 1
   * @param nicAi packets by which ncwnd grows; 1. Over 0
   * @param nicMostDecrease most that one decrease takes of ncwnd; 0.5. Over 0, under 1
   * @param nicTarget level of the receiver's buffer that is aimed at; 16. 1 to 31
   * @param nicMost greatest ncwnd, and the first; 1,024. 1 or more
   */
  public record Settings(
      Swift.Settings fabric,
      double delayWeight,
      double nicAi,
      double nicMostDecrease,
      int nicTarget,
      double nicMost) {
    public Settings {
      Range.check("weight of delay", delayWeight, Double.MIN_VALUE, 1);
      Range.check("additive increase for the NIC", nicAi, Double.MIN_VALUE, Double.MAX_VALUE);
      Range.check(
          "most of a decrease for the NIC", nicMostDecrease, Double.MIN_VALUE, Math.nextDown(1.0));
      Range.check("target level of the NIC's buffer", nicTarget, 1, LEVELS - 1);
      Range.check("greatest window for the NIC", nicMost, 1.0, Double.MAX_VALUE);
    }

    /** The defaults above, and those of {@link Swift}. */
    public static Settings defaults() {
      return new Settings(Swift.Settings.defaults(), 1, 1, 0.5, LEVELS / 2, 1_024);
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
    Swift.Settings swift = settings.fabric();
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
    nicPackets = Range.clamp(packets, 1, settings.nicMost());
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
