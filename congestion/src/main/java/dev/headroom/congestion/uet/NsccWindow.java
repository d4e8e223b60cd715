package dev.headroom.congestion.uet;

import dev.headroom.congestion.Controller;
import dev.headroom.congestion.Feedback;
import dev.headroom.congestion.Path;
import dev.headroom.congestion.RangeCheck;
import dev.headroom.congestion.Signal;
import java.util.Set;

/**
 * Common part of all versions of NSCC: a window W between a packet and a multiple of the BDP, and
 * the delay d of each sample over the least RTT with its mean D. W increases fast where there is no
 * delay, and decreases where there is too much. {@link Nscc} has the formulas and the source; when
 * W grows otherwise, and when it adapts quickly, is the edition's.
 */
abstract sealed class NsccWindow extends Controller permits Nscc, NsccDraft {
  /** Weight of a sample in the mean delay. */
  static final double DELAY_WEIGHT = 0.0125;

  /** Delay under which increase may be fast: 1 us. */
  static final long FAST_UNDER_PS = 1_000_000;

  /** Delay in Q over which to adapt quickly. */
  static final double QUICK_DELAY = 4;

  static final double REFERENCE_BPS = 100e9;
  static final long REFERENCE_RTT_PS = 12_000_000;

  /**
   * @param targetPs Q
   * @param gamma of the decrease
   * @param delayWeight of a sample in D
   * @param fastUnderPs delay under which increase may be fast
   * @param fastShare of what is acknowledged then, by which W grows
   * @param mostBdp greatest window
   */
  record Law(
      long targetPs,
      double gamma,
      double delayWeight,
      long fastUnderPs,
      double fastShare,
      double mostBdp) {}

  final int packetBytes;
  private final long lineBps;

  // The law, kept here: another object for each sender is another cache miss.
  private final long targetPs;
  private final long fastUnderPs;
  private final double gamma;
  private final double delayWeight;
  private final double fastShare;
  private final double mostBdp;

  double window;
  double mostWindow;
  double baseRttPs;
  double meanDelayPs;

  private long decreasedPs;
  private double lowDelayBytes;
  private boolean fast;

  public NsccWindow(Law law, Path path) {
    targetPs = law.targetPs();
    fastUnderPs = law.fastUnderPs();
    gamma = law.gamma();
    delayWeight = law.delayWeight();
    fastShare = law.fastShare();
    mostBdp = law.mostBdp();
    lineBps = path.lineBps();
    packetBytes = path.packetBytes();
    baseRttPs = path.baseRttPs();
    boundWindow();
    window = mostWindow;
  }

  /** A: the BDP in those of the reference, 100 Gb/s and 12 us. */
  static double scale(Path path, long networkRttPs) {
    double bdp = Path.bytes((double) path.lineBps(), (double) networkRttPs);
    return bdp / Path.bytes(REFERENCE_BPS, (double) REFERENCE_RTT_PS);
  }

  @Override
  public final Set<Signal> watches() {
    return Set.of(Signal.ECN_ECHO, Signal.RTT, Signal.NACK, Signal.LOSS);
  }

  @Override
  public final long rateBps(long nowPs) {
    return lineBps;
  }

  @Override
  public final void lost(long nowPs, Feedback feedback) {
    setWindow(window - feedback.missingBytes);
  }

  @Override
  public final void timedOut(long nowPs, Feedback feedback) {
    setWindow(window - feedback.missingBytes);
  }

  /** The delay that an ACK tells, which goes into the mean; the mean where it tells none. */
  final double delayPs(Feedback feedback, boolean marked) {
    if (feedback.rttPs <= 0) {
      return meanDelayPs;
    }
    noteRtt(feedback.rttPs);
    double delayPs = feedback.rttPs - baseRttPs;
    average(marked || delayPs <= targetPs ? delayPs : baseRttPs / 4);
    return delayPs;
  }

  /** The least RTT is the base. */
  final void noteRtt(long rttPs) {
    if (rttPs < baseRttPs) {
      baseRttPs = rttPs;
      boundWindow();
    }
  }

  final void average(double delayPs) {
    meanDelayPs += delayWeight * (delayPs - meanDelayPs);
  }

  /** Returns whether the window grew so, or would have. */
  final boolean fastIncrease(double acked, double delayPs) {
    if (delayPs >= fastUnderPs) {
      endFastIncrease();
      return false;
    }
    lowDelayBytes += acked;
    fast = fast || lowDelayBytes > window;
    if (fast) {
      setWindow(window + acked * fastShare);
    }
    return fast;
  }

  final void endFastIncrease() {
    lowDelayBytes = 0;
    fast = false;
  }

  final void decrease(long nowPs) {
    endFastIncrease();
    double over = meanDelayPs - targetPs;
    if (over > 0 && nowPs - decreasedPs > baseRttPs) {
      setWindow(window * Math.max(1 - gamma * over / meanDelayPs, 0.5));
      decreasedPs = nowPs;
    }
  }

  final void setWindow(double bytes) {
    window = RangeCheck.clamp(bytes, packetBytes, mostWindow);
  }

  private void boundWindow() {
    double bdp = Path.bytes((double) lineBps, baseRttPs);
    mostWindow = Math.max(packetBytes, mostBdp * bdp);
  }
}
