package dev.headroom.sim.fabric;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.headroom.model.knob.PfcKnobs;
import dev.headroom.model.knob.SwitchKnobs;
import dev.headroom.sim.Lab;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** How classes share a port that all of them keep busy. */
final class SchedulingTest {
  private static final Map<String, int[]> SIZES =
      Map.of(
          "64 B", new int[] {64},
          "4 KB", new int[] {4_096},
          "mixed", new int[] {64, 4_096, 64, 64, 1_500},
          "odd", new int[] {4_096, 777, 64});

  /** Three hosts at 400G send into one at 100G. */
  private static Lab funnel(String schedule) {
    Lab lab = new Lab();
    for (int i = 0; i < 4; i++) {
      lab.host();
    }
    int hub = lab.device();
    for (int i = 0; i < 4; i++) {
      lab.link(i, hub, i == 0 ? "100Gbps" : "400Gbps", "100ns");
    }
    return lab.set(SwitchKnobs.SCHEDULING, schedule).set(PfcKnobs.PFC_CLASSES, "0,3,5,6");
  }

  private static double share(PumpLab lab, int host) {
    Map<Integer, Long> received = lab.pumps.get(0).received;
    double all = received.values().stream().mapToLong(Long::longValue).sum();
    return received.getOrDefault(host, 0L) / all;
  }

  @ParameterizedTest(name = "class 0 {1} of weight {0}, class 3 {3} of weight {2}")
  @CsvSource({
    "50, mixed, 50, mixed",
    "50, 64 B, 50, 4 KB",
    "70, mixed, 30, odd",
    "30, 64 B, 70, 4 KB",
    "1, 4 KB, 1, 64 B",
    "1, 4 KB, 3, 64 B",
    "9, odd, 1, 4 KB",
    "99, 4 KB, 1, 64 B"
  })
  void shouldShareBytesByWeightWhateverTheFramesSize(
      int weight0, String sizes0, int weight3, String sizes3) {
    PumpLab lab =
        new PumpLab(funnel("dwrr:0=%d,3=%d".formatted(weight0, weight3)).scenario(), 4_096);
    lab.send(1, Pump.Stream.greedy(0, 0, Objects.requireNonNull(SIZES.get(sizes0))));
    lab.send(2, Pump.Stream.greedy(0, 3, Objects.requireNonNull(SIZES.get(sizes3))));
    lab.runTo(10 * Lab.MS);
    double expected = (double) weight0 / (weight0 + weight3);
    assertThat(share(lab, 1)).isCloseTo(expected, within(0.01 * expected));
    assertThat(share(lab, 2)).isCloseTo(1 - expected, within(0.01 * (1 - expected)));
    assertThat(lab.drops()).isZero();
  }

  /**
   * Three classes of which one is strict: the other two send as many packets, not as many bytes.
   */
  @Test
  void shouldTakeTurnsPacketByPacket() {
    PumpLab lab = new PumpLab(funnel("strict:6 packets").scenario(), 4_096);
    lab.send(1, new Pump.Stream(0, 6, new int[] {1_500}, 0, 486_400, Long.MAX_VALUE));
    lab.send(2, Pump.Stream.greedy(0, 0, 4_000));
    lab.send(3, Pump.Stream.greedy(0, 3, 1_000));
    lab.runTo(5 * Lab.MS);
    assertThat(share(lab, 1)).isCloseTo(0.25, within(0.003));
    assertThat(share(lab, 2) / share(lab, 3)).isCloseTo(4, within(0.02));
  }

  @Test
  void shouldStarveWhatIsBelowAStrictClass() {
    PumpLab lab = new PumpLab(funnel("strict:5,6 dwrr:0=1,3=1").scenario(), 4_096);
    lab.send(1, Pump.Stream.greedy(0, 6, 1_500));
    lab.send(2, Pump.Stream.greedy(0, 5, 1_500));
    lab.send(3, Pump.Stream.greedy(0, 3, 1_500));
    lab.runTo(Lab.MS);
    assertThat(share(lab, 1)).isGreaterThan(0.999);
  }

  @Test
  void shouldGiveWhatAStrictClassLeavesToTheRest() {
    PumpLab lab = new PumpLab(funnel("strict:6 dwrr:0=1,3=3").scenario(), 4_096);
    // 25 Gb/s on the wire in class 6: 1,520 bytes every 486.4 ns.
    lab.send(1, new Pump.Stream(0, 6, new int[] {1_500}, 0, 486_400, Long.MAX_VALUE));
    lab.send(2, Pump.Stream.greedy(0, 0, 1_500));
    lab.send(3, Pump.Stream.greedy(0, 3, 1_500));
    lab.runTo(5 * Lab.MS);
    assertThat(share(lab, 1)).isCloseTo(0.25, within(0.0025));
    assertThat(share(lab, 2)).isCloseTo(0.75 * 0.25, within(0.002));
    assertThat(share(lab, 3)).isCloseTo(0.75 * 0.75, within(0.005));
  }
}
