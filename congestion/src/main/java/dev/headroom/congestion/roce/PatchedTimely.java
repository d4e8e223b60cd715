package dev.headroom.congestion.roce;

import dev.headroom.congestion.Path;
import dev.headroom.congestion.RangeCheck;

/**
 * Patched TIMELY: Zhu et al., "ECN or Delay: Lessons Learnt from Analysis of DCQCN and TIMELY",
 * CoNEXT 2016, section 4.3. As {@link Timely}, but between the thresholds
 *
 * <pre>
 *     w = 0 for gradient &lt;= -1/4, 1 for gradient &gt;= 1/4, 2 gradient + 1/2 between
 *     R = delta (1 - w) + R (1 - beta w (RTT - Tlow)/Tlow)
 * </pre>
 *
 * so that the RTT itself counts and not only its change. At rest the gradient is 0, w = 1/2, and N
 * flows on a link of rate C have C/N each at RTT* = Tlow (1 + N delta/(beta C)). Example: 2 flows
 * at 10 Gb/s rest at 50 us (1 + 2 * 10/(0.008 * 10,000)) = 62.5 us.
 */
public final class PatchedTimely extends RttGradient {
  private final TimelySettings settings;

  public PatchedTimely(TimelySettings settings, Path path) {
    super(settings, path);
    this.settings = settings;
  }

  @Override
  double between(double bps, double gradient, double rttPs) {
    double w = RangeCheck.clamp(2 * gradient + 0.5, 0, 1);
    double error = (rttPs - settings.lowPs()) / settings.lowPs();
    return settings.deltaBps() * (1 - w) + bps * (1 - settings.beta() * w * error);
  }
}
