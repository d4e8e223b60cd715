package dev.headroom.sim;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.model.knob.CongestionKnobs;
import dev.headroom.model.knob.Plugin;
import dev.headroom.model.knob.PluginMarkingKnobs;
import dev.headroom.model.knob.Settings;
import dev.headroom.sim.plugin.DataPacket;
import dev.headroom.sim.plugin.Marker;
import dev.headroom.sim.plugin.PluginMarker;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * What finds a port of a switch free passes it without having been queued or charged. Where
 * somebody brought a marking along, who is to see every packet come and leave, all are queued: that
 * must make no difference, of losses and pauses neither.
 */
final class PassingTest {
  /** Sees all packets and marks none. */
  private record Onlooker(String name) implements PluginMarker {
    @Override
    public Maker with(String settings) {
      return queue ->
          new Marker() {
            @Override
            public boolean marksComing(DataPacket packet, long nowPs) {
              return false;
            }

            @Override
            public boolean marksLeaving(DataPacket packet, long waitedPs, long nowPs) {
              return false;
            }
          };
    }
  }

  @ParameterizedTest
  @MethodSource("dev.headroom.sim.DigestTest#cases")
  void shouldGoAsIfItHadBeenQueued(DigestTest.Case example) {
    Lab.Outcome passing = unmarked(example).run();
    Lab.Outcome queued =
        unmarked(example)
            .set(PluginMarkingKnobs.ALGORITHM, Plugin.WORD)
            .set(Settings.DEFAULTS.with(PluginMarkingKnobs.NAME, new Onlooker("Onlooker")))
            .run();
    assertThat(passing.run().digest()).isEqualTo(queued.run().digest());
    assertThat(passing.run().counts().packetHops()).isPositive();
  }

  private static Lab unmarked(DigestTest.Case example) {
    return example.lab().get().set(CongestionKnobs.KMIN, "1GB").set(CongestionKnobs.KMAX, "2GB");
  }
}
