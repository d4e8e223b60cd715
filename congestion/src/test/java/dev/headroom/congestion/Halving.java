package dev.headroom.congestion;

import java.util.Set;

/**
 * The example of {@code docs/congestion-controls.md}: half the window for a mark, a packet more for
 * each window without.
 *
 * <pre>
 *   marked ACK, once a round trip:   W = max(W/2, packet)
 *   else:                            W = min(W + packet acked/W, most)
 * </pre>
 */
final class Halving extends Controller {
  /**
   * @param maxWindow greatest window in BDP; 2. Over 0
   */
  record Settings(double maxWindow) {
    Settings {
      Range.check("greatest window", maxWindow, Double.MIN_VALUE, Double.MAX_VALUE);
    }

    static Settings defaults() {
      return new Settings(2);
    }
  }

  private final Path path;
  private final double most;
  private double window;
  private long halvedAt = Feedback.NONE;

  Halving(Settings settings, Path path) {
    this.path = path;
    most = Math.max(path.packetBytes(), settings.maxWindow() * path.bdpBytes());
    window = Math.max(path.packetBytes(), path.bdpBytes());
  }

  @Override
  public Set<Signal> watches() {
    return Set.of(Signal.ECN_ECHO);
  }

  @Override
  public long rateBps(long nowPs) {
    return path.lineBps();
  }

  @Override
  public long windowBytes() {
    return (long) window;
  }

  @Override
  public void acknowledged(long nowPs, Feedback feedback) {
    if (feedback.markedBytes == 0) {
      double step = path.packetBytes() * (feedback.ackedBytes / window);
      window = Range.clamp(window + step, path.packetBytes(), most);
    } else if (feedback.ackedUpTo > halvedAt) {
      window = Range.clamp(window / 2, path.packetBytes(), most);
      halvedAt = feedback.sentUpTo;
    }
  }
}
