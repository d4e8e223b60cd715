package dev.headroom.sim.fabric;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.model.knob.CongestionKnobs;
import dev.headroom.model.knob.PfcKnobs;
import dev.headroom.sim.Lab;
import dev.headroom.sim.ProgressListener;
import dev.headroom.sim.RunOptions;
import dev.headroom.sim.Simulation;
import dev.headroom.sim.measure.NicObserver;
import dev.headroom.sim.measure.NicPacketEvent;
import dev.headroom.sim.measure.NicPauseEvent;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What is seen at the NIC of a host. */
final class NicTapTest {
  private final List<NicPauseEvent> pauses = new ArrayList<>();
  private final List<NicPacketEvent> packets = new ArrayList<>();

  private final NicObserver all =
      new NicObserver() {
        @Override
        public void onPacket(NicPacketEvent packet) {
          packets.add(packet);
        }

        @Override
        public void onPause(NicPauseEvent pause) {
          pauses.add(pause);
        }
      };

  /** A frame of 802.1Qbb has no other word for a pause without an end than the longest, 65,535. */
  @ParameterizedTest
  @CsvSource({"1000, 1000", "65535, 65535", "0, 65535"})
  void shouldShowPausesWithTheTimeThatAFrameCanSay(String quanta, int shown) {
    Lab lab =
        Lab.star(3, "100Gbps", "500ns")
            .set(CongestionKnobs.ALGORITHM, "none")
            .set(PfcKnobs.XOFF, "100KiB")
            .set(PfcKnobs.PAUSE_QUANTA, quanta)
            .flow(0, 2, 1_000_000, 0)
            .flow(1, 2, 1_000_000, 0);
    RunOptions options = new RunOptions(1, 1, false).observed(Map.of(0, all));
    Simulation.run(lab.scenario(), options, flow -> {}, ProgressListener.SILENT);
    assertThat(pauses).extracting(NicPauseEvent::sent).containsOnly(false);
    assertThat(pauses).extracting(NicPauseEvent::priority).containsOnly(3);
    assertThat(pauses).extracting(NicPauseEvent::quanta).containsOnly(0, shown);
    assertThat(pauses.getFirst().quanta()).isEqualTo(shown);
    assertThat(pauses.getLast().quanta()).isZero();
    assertThat(
            packets.stream()
                .filter(NicPacketEvent::sent)
                .mapToLong(NicPacketEvent::payloadBytes)
                .sum())
        .isEqualTo(1_000_000);
    assertThat(packets.stream().filter(packet -> !packet.sent()))
        .allMatch(packet -> packet.kind() == NicPacketEvent.Kind.ACK && packet.from() == 2);
  }
}
