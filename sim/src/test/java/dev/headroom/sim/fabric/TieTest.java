package dev.headroom.sim.fabric;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.model.knob.PfcKnobs;
import dev.headroom.model.knob.RunKnobs;
import dev.headroom.model.knob.SwitchKnobs;
import dev.headroom.sim.Lab;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Phase-locked senders meet in one port at the same picosecond, again and again. */
final class TieTest {
  private static final int SENDERS = 16;

  @ParameterizedTest(name = "lossless: {0}, seed {1}")
  @CsvSource({"false, 1", "false, 2", "true, 1", "true, 2"})
  void shouldFavourNoPort(boolean lossless, String seed) {
    Lab fabric =
        Lab.star(SENDERS + 1, "100Gbps", "500ns")
            .set(RunKnobs.SEED, seed)
            .set(PfcKnobs.PFC, Boolean.toString(lossless))
            .set(SwitchKnobs.SWITCH_BUFFER, lossless ? "4MiB" : "200KB");
    PumpLab lab = new PumpLab(fabric.scenario(), 1_000);
    for (int i = 0; i < SENDERS; i++) {
      // All at the same time, twice as much as the port takes.
      lab.send(1 + i, new Pump.Stream(0, 3, new int[] {1_000}, 0, 8 * 1_020 * 80, Long.MAX_VALUE));
    }
    lab.runTo(20 * Lab.MS);
    double[] got =
        IntStream.rangeClosed(1, SENDERS)
            .mapToDouble(i -> lab.pumps.get(0).received.getOrDefault(i, 0L))
            .toArray();
    assertThat(lab.drops() == 0).isEqualTo(lossless);
    assertThat(Lab.jain(got)).isGreaterThan(0.999);
    // Sixteen points of noise correlate by 0.26 in the standard deviation.
    assertThat(Lab.correlationWithPosition(got)).isBetween(-0.65, 0.65);
  }
}
