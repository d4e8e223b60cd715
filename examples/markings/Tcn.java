import dev.headroom.sim.plugin.DataPacket;
import dev.headroom.sim.plugin.Marker;
import dev.headroom.sim.plugin.QueueView;

/**
 * TCN of Bai et al., CoNEXT 2016: marks packets that have waited longer than a threshold, so that a
 * queue needs no threshold in bytes that fits its service rate.
 */
final class Tcn extends Marker {
  /**
   * @param thresholdPs round trip without queues, times a factor of the congestion control
   */
  record Settings(long thresholdPs) {
    static Settings defaults() {
      return new Settings(10_000_000);
    }
  }

  private final long thresholdPs;

  Tcn(Settings settings, QueueView queue) {
    thresholdPs = settings.thresholdPs();
  }

  @Override
  public boolean marksLeaving(DataPacket packet, long waitedPs, long nowPs) {
    return waitedPs > thresholdPs;
  }
}
