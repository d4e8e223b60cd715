import dev.headroom.congestion.Controller;
import dev.headroom.congestion.Feedback;
import dev.headroom.congestion.Path;
import dev.headroom.congestion.Signal;
import dev.headroom.congestion.Telemetry;
import java.util.Set;

/**
 * PowerTCP of Addanki et al., NSDI 2022, algorithm 1: the window follows the power of the links on
 * the path. The power of a link is its current, the arrival rate, times its voltage, the queued
 * bytes plus a bandwidth-delay product.
 *
 * <pre>
 *   power     = (dq/dt + sent rate) (q + b T) / (b^2 T), the most of all links; smoothed over T
 *   window    = g (window a round trip ago / power + beta) + (1 - g) window
 * </pre>
 *
 * If all links but one are idle, the queue of that link settles at the sum of all senders' beta.
 */
final class PowerTcp extends Controller {
  /**
   * @param gain g
   * @param senders beta is a bandwidth-delay product of the NIC over this
   */
  record Settings(double gain, double senders) {
    static Settings defaults() {
      return new Settings(0.9, 10);
    }
  }

  private final Settings settings;
  private final Path path;
  private final double beta;
  private final Telemetry before = new Telemetry(Telemetry.MOST_HOPS);
  private double power = 1;
  private double window;
  private double windowBefore;
  private long roundEnds;

  PowerTcp(Settings settings, Path path) {
    this.settings = settings;
    this.path = path;
    beta = path.bdpBytes() / settings.senders();
    window = path.bdpBytes();
    windowBefore = window;
  }

  @Override
  public Set<Signal> watches() {
    return Set.of(Signal.TELEMETRY);
  }

  @Override
  public long rateBps(long nowPs) {
    return Math.clamp((long) (window * 8e12 / path.baseRttPs()), 1, path.lineBps());
  }

  @Override
  public long windowBytes() {
    return Math.max(path.packetBytes(), (long) window);
  }

  @Override
  public void acknowledged(long nowPs, Feedback feedback) {
    if (feedback.telemetry.continues(before)) {
      measure(feedback.telemetry);
      double wanted = settings.gain() * (windowBefore / power + beta);
      window = Math.min(wanted + (1 - settings.gain()) * window, path.bdpBytes() + beta);
    }
    before.copy(feedback.telemetry);
    if (feedback.ackedUpTo > roundEnds) {
      windowBefore = window;
      roundEnds = feedback.sentUpTo;
    }
  }

  private void measure(Telemetry now) {
    double most = 0;
    double overPs = 0;
    for (int hop = 0; hop < now.hops(); hop++) {
      double ps = now.elapsedPs(before, hop);
      if (ps > 0) {
        double came = now.queueBytes(hop) - before.queueBytes(hop);
        double sent = now.sentSince(before, hop);
        double bytesPerPs = now.rateBps(hop) / 8e12;
        double bdp = bytesPerPs * path.baseRttPs();
        double here = (came + sent) / ps * (now.queueBytes(hop) + bdp) / (bytesPerPs * bdp);
        if (here > most) {
          most = here;
          overPs = Math.min(ps, path.baseRttPs());
        }
      }
    }
    if (most > 0) {
      power += (most - power) * overPs / path.baseRttPs();
    }
  }
}
