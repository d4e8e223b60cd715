package dev.headroom.congestion.roce;

import dev.headroom.congestion.Controller;
import dev.headroom.congestion.Feedback;
import dev.headroom.congestion.Path;
import dev.headroom.congestion.Signal;
import java.util.Set;

/**
 * TIMELY as the HPCC authors compare with it (Li et al., SIGCOMM 2019, section 5.1; {@code
 * rdma-hw.cc}, mode 7): {@link Timely}'s rule, once a round trip instead of once a segment.
 *
 * <pre>
 *   first ACK of what was sent since the last update, with its RTT:
 *     d = (1 - a) d + a (RTT - RTT');  gradient = d/Dmin
 *     RTT &lt; Tlow, or gradient &lt;= 0 and RTT &lt;= Thigh:
 *                     R = R + delta, from the sixth in a row on R = R + hyper
 *     RTT &gt; Thigh:    R = R (1 - beta (1 - Thigh/RTT))
 *     else:           R = R max(0, 1 - beta gradient)
 * </pre>
 *
 * Rates are whole bits per second and RTTs whole nanoseconds, as there. A new rate counts from the
 * next packet on; it does not move the one that is scheduled. The segment's size and the first rate
 * of {@link TimelySettings} are not used: it starts at the line's.
 */
public final class TimelyPerRtt extends Controller {
  private static final double PS_PER_NS = 1e3;

  private final TimelySettings settings;
  private final long lineBps;

  private long rateBps;
  private long updateAfter = Feedback.NONE;
  private long lastRttPs;
  private double differenceNs;
  private int increases;

  public TimelyPerRtt(TimelySettings settings, Path path) {
    this.settings = settings;
    lineBps = path.lineBps();
    rateBps = lineBps;
  }

  @Override
  public Set<Signal> watches() {
    return Set.of(Signal.RTT);
  }

  @Override
  public long rateBps(long nowPs) {
    return rateBps;
  }

  @Override
  public void acknowledged(long nowPs, Feedback feedback) {
    if (feedback.rttPs < 0 || feedback.ackedUpTo <= Math.max(0, updateAfter)) {
      return;
    }
    if (updateAfter != Feedback.NONE) {
      update(feedback.rttPs);
    }
    if (feedback.sentUpTo > updateAfter) { // not while what was lost is sent again
      updateAfter = feedback.sentUpTo;
      lastRttPs = feedback.rttPs;
    }
  }

  private void update(long rttPs) {
    double newest = (rttPs - lastRttPs) / PS_PER_NS;
    double weight = settings.ewmaWeight();
    differenceNs = (1 - weight) * differenceNs + weight * newest;
    double gradient = differenceNs / (settings.minRttPs() / PS_PER_NS);
    if (rttPs < settings.lowPs() || (rttPs <= settings.highPs() && gradient <= 0)) {
      long step = increases < settings.hyperAfter() ? settings.deltaBps() : settings.hyperBps();
      rateBps = Math.min(lineBps, rateBps + step);
      increases++;
      return;
    }
    double kept =
        rttPs > settings.highPs()
            ? 1 - settings.beta() * (1 - (double) settings.highPs() / rttPs)
            : Math.max(0, 1 - settings.beta() * gradient);
    rateBps = Math.max(settings.minBps(), (long) (rateBps * kept));
    increases = 0;
  }
}
