package dev.headroom.sim.fuzz;

import dev.headroom.sim.plugin.DataPacket;
import dev.headroom.sim.plugin.Marker;
import dev.headroom.sim.plugin.PluginMarker;

/**
 * A marking that is brought along: of packets that waited longer than it is told, or 10 us, half of
 * those that leave, and each that comes while the last to leave was one of them.
 */
record Impatient(String name) implements PluginMarker {
  @Override
  public Maker with(String settings) {
    long patiencePs = settings.isEmpty() ? 10_000_000 : Long.parseLong(settings);
    return queue ->
        new Marker() {
          private boolean late;

          @Override
          public boolean marksComing(DataPacket packet, long nowPs) {
            return late && queue.queuedBytes() > 0;
          }

          @Override
          public boolean marksLeaving(DataPacket packet, long waitedPs, long nowPs) {
            if (waitedPs < 0 || waitedPs > nowPs) {
              throw new IllegalStateException("waited for " + waitedPs + " ps at " + nowPs);
            }
            late = waitedPs > patiencePs && queue.draw() < 0.5;
            return late;
          }
        };
  }
}
