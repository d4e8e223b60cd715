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
 * Congestion control of AWS's SRD, as far as it is published: Shalev et al., "A Cloud-Optimized
 * Transport Protocol for Elastic and Scalable HPC", IEEE Micro 2020, section on congestion control.
 * That says: a rate for each connection, and with it a limit on bytes in flight; the rate follows
 * an estimate from the timing of ACKs, the recent rate of sending and changes of the RTT;
 * congestion is where the RTT is up on most ways, or where less arrives than was sent; one way that
 * is overloaded is left to path selection; neither marks nor losses count. It gives no formula, so
 * these are ours:
 *
 * <pre>
 *   a round     a smoothed RTT, and at least 8 packets acknowledged
 *   E, S        acknowledged in the round; sent in it or in the one before, the lesser; over its time
 *   slow        RTT &gt; T + D for over half of the ACKs: packets go all ways
 *   cut         min(beta (RTT - T - D)/RTT, 1/2), RTT the round's mean
 *
 *   slow:             B = min(R, E/(1 - m)) (1 - cut/2) in the first slow round, B for R in those after
 *                     it;  R = B (1 - cut)
 *   E &lt; (1 - m) S:    B = R = min(R, E/(1 - m))
 *   neither:          R = (R + B)/2;  before that, from the second such round in a row on,
 *                     B = B + ai line round/T, and from the eleventh on 5/4 B, if that is more
 *   window            R (T + D), at least a packet
 * </pre>
 *
 * with T the RTT of the way without queues and D the queueing delay that is aimed at. B is what the
 * sender takes for its share; less for a round or two empties the queue. A connection starts at the
 * line's rate. Shares of senders that share a link become equal, since all add the same and give up
 * in proportion.
 */
public final class Srd extends Controller {
  private static final int LEAST_PACKETS = 8;
  private static final int RECOVERY_ROUNDS = 1;
  private static final int CAUTIOUS_ROUNDS = 10;
  private static final double KEEP = 0.5;
  private static final double PROBE = 0.25;
  private static final double MAJORITY = 0.5;
  private static final double MOST_CUT = 0.5;
  private static final double RTT_WEIGHT = 1.0 / 8;

  /**
   * @param targetPs D, queueing delay aimed at
   * @param beta decrease factor
   * @param margin m, share by which less may arrive than was sent
   * @param ai share of the line's rate that is added in a base RTT
   * @param minBps least rate; over 0
   */
  public record Settings(
      @Setting(
              key = "congestion.srd.target",
              derived = "half of congestion.baseRtt",
              least = "1ns",
              most = "1s",
              means = "target queueing delay; a packet with more counts as slow",
              source = "ours; minimum bytes in flight: Shalev et al., IEEE Micro 2020")
          long targetPs,
      @Setting(
              key = "congestion.srd.beta",
              fallback = "0.4",
              least = "0.001",
              most = "1",
              means =
                  "rate decrease as a fraction of the excess RTT, where most packets are "
                      + "slow; one decrease is at most half",
              source = "ours")
          double beta,
      @Setting(
              key = "congestion.srd.margin",
              fallback = "0.5",
              least = "0",
              most = "0.99",
              means =
                  "tolerated difference between sent and received rate; a larger one counts as "
                      + "congestion",
              source = "ours")
          double margin,
      @Setting(
              key = "congestion.srd.ai",
              fallback = "0.001",
              least = "0.00001",
              most = "1",
              means =
                  "fraction of line rate added per base RTT without congestion; after ten "
                      + "such rounds in a row, a quarter of the current rate if that is larger",
              source = "ours")
          double ai,
      long minBps) {
    public Settings {
      RangeCheck.check("target queueing delay", targetPs, 1, Long.MAX_VALUE);
      RangeCheck.check("decrease factor", beta, Double.MIN_VALUE, 1);
      RangeCheck.check("tolerance of the receive rate", margin, 0, Math.nextDown(1.0));
      RangeCheck.check("additive increase", ai, Double.MIN_VALUE, 1);
      RangeCheck.check("minimum rate", minBps, 1, Long.MAX_VALUE);
    }

    static long targetPs(Path path) {
      return Math.max(1, path.baseRttPs() / 2);
    }

    /** A thousandth of the line. */
    static long minBps(Path path) {
      return Math.max(1, path.lineBps() / 1_000);
    }

    /** The defaults for a way. */
    public static Settings defaults(Path path) {
      return SettingsType.of(Settings.class).make(SettingValues.NOTHING, path);
    }
  }

  private final Settings settings;
  private final Path path;
  private double bps;
  private double shareBps;
  private double rttPs;

  private long roundPs;
  private boolean started;
  private long acked;
  private double rttSum;
  private long rttCount;
  private long slowCount;
  private long sent;
  private double sentBefore;
  private int clearRounds;

  /** A connection that starts at the line's rate. */
  public Srd(Settings settings, Path path) {
    this.settings = settings;
    this.path = path;
    bps = path.lineBps();
    shareBps = bps;
    rttPs = path.baseRttPs();
  }

  @Override
  public Set<Signal> watches() {
    return Set.of(Signal.RTT);
  }

  @Override
  public long rateBps(long nowPs) {
    return (long) bps;
  }

  @Override
  public long windowBytes() {
    double bytes = Path.bytes(bps, (double) (path.baseRttPs() + settings.targetPs()));
    return Math.max(path.packetBytes(), (long) bytes);
  }

  @Override
  public void sent(long nowPs, int bytes) {
    if (!started) {
      started = true;
      roundPs = nowPs;
    }
    sent += bytes;
  }

  @Override
  public void acknowledged(long nowPs, Feedback feedback) {
    acked += feedback.ackedBytes;
    if (feedback.rttPs > 0) {
      rttPs += RTT_WEIGHT * (feedback.rttPs - rttPs);
      rttSum += feedback.rttPs;
      rttCount++;
      slowCount += feedback.rttPs > path.baseRttPs() + settings.targetPs() ? 1 : 0;
    }
    double round = (double) (nowPs - roundPs);
    if (round >= rttPs && acked >= (long) LEAST_PACKETS * path.packetBytes()) {
      endRound(round, slowCount > MAJORITY * rttCount);
      roundPs = nowPs;
    }
  }

  private void endRound(double round, boolean slow) {
    double arrivedBps = Path.bps((double) acked, round);
    double sentBps = Path.bps((double) sent, round);
    double most = arrivedBps / (1 - settings.margin());
    if (slow) {
      double mean = rttSum / rttCount;
      double over = Math.max(0, mean - path.baseRttPs() - settings.targetPs());
      double cut = Math.min(MOST_CUT, settings.beta() * over / mean);
      double share = Math.min(clearRounds > 0 ? bps : shareBps, most);
      fall(share * (1 - KEEP * cut), cut);
    } else if (sentBefore > 0 && most < Math.min(sentBefore, sentBps)) {
      fall(Math.min(bps, most), 0);
    } else {
      rise(round / path.baseRttPs());
    }
    sentBefore = sentBps;
    acked = 0;
    rttSum = 0;
    rttCount = 0;
    slowCount = 0;
    sent = 0;
  }

  private void fall(double share, double cut) {
    shareBps = bounded(share);
    bps = bounded(share * (1 - cut));
    clearRounds = 0;
  }

  private void rise(double trips) {
    clearRounds++;
    if (clearRounds > RECOVERY_ROUNDS) {
      double step = settings.ai() * trips * path.lineBps();
      shareBps =
          bounded(
              shareBps + (clearRounds > CAUTIOUS_ROUNDS ? Math.max(step, PROBE * shareBps) : step));
    }
    bps = (bps + shareBps) / 2;
  }

  private double bounded(double wanted) {
    return RangeCheck.clamp(wanted, (double) settings.minBps(), (double) path.lineBps());
  }
}
