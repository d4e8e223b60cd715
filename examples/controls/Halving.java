import dev.headroom.congestion.Controller;
import dev.headroom.congestion.Feedback;
import dev.headroom.congestion.Path;
import dev.headroom.congestion.Signal;
import java.util.Set;

/** Adds a packet each round trip, and halves its window once a round trip in which marks came. */
final class Halving extends Controller {
  /**
   * @param maxWindow greatest window in bandwidth-delay products
   */
  record Settings(double maxWindow) {
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
      window = Math.clamp(window + step, path.packetBytes(), most);
    } else if (feedback.ackedUpTo > halvedAt) {
      window = Math.clamp(window / 2, path.packetBytes(), most);
      halvedAt = feedback.sentUpTo;
    }
  }
}
