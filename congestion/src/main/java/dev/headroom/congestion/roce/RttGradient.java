package dev.headroom.congestion.roce;

import dev.headroom.congestion.Controller;
import dev.headroom.congestion.Feedback;
import dev.headroom.congestion.Path;
import dev.headroom.congestion.RangeCheck;
import dev.headroom.congestion.Signal;
import java.util.Set;

/**
 * Common part of TIMELY and patched TIMELY: everything but the range between the two thresholds.
 */
abstract class RttGradient extends Controller {
  private final TimelySettings settings;
  private final double lineBps;

  private double currentBps;
  private double differencePs;
  private double previousPs = Feedback.NONE;
  private long changedPs;
  private long bytesSince;

  public RttGradient(TimelySettings settings, Path path) {
    this.settings = settings;
    lineBps = path.lineBps();
    currentBps = Math.min(lineBps, (double) settings.startBps());
  }

  /**
   * The new rate for an RTT between the thresholds.
   *
   * @param gradient smoothed RTT difference of two completions, in least RTTs
   */
  abstract double between(double bps, double gradient, double rttPs);

  @Override
  public Set<Signal> watches() {
    return Set.of(Signal.RTT);
  }

  @Override
  public long rateBps(long nowPs) {
    return (long) currentBps;
  }

  @Override
  public boolean movesScheduledSend() {
    return true;
  }

  @Override
  public void acknowledged(long nowPs, Feedback feedback) {
    bytesSince += feedback.ackedBytes;
    if (bytesSince < settings.segmentBytes() || feedback.rttPs < 0) {
      return;
    }
    if (previousPs < 0) {
      previousPs = feedback.rttPs;
    } else if (nowPs - changedPs >= settings.minRttPs()) {
      complete(feedback.rttPs);
    } else {
      return;
    }
    bytesSince = 0;
    changedPs = nowPs;
  }

  private void complete(double rttPs) {
    double difference = rttPs - previousPs;
    previousPs = rttPs;
    double weight = settings.ewmaWeight();
    differencePs = (1 - weight) * differencePs + weight * difference;
    double gradient = differencePs / settings.minRttPs();
    double changed = between(currentBps, gradient, rttPs);
    if (rttPs < settings.lowPs()) {
      changed = currentBps + settings.deltaBps();
    } else if (rttPs > settings.highPs()) {
      changed = currentBps * (1 - settings.beta() * (1 - settings.highPs() / rttPs));
    }
    currentBps = RangeCheck.clamp(changed, (double) settings.minBps(), lineBps);
  }
}
