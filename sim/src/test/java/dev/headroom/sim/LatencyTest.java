package dev.headroom.sim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.headroom.model.knob.SwitchKnobs;
import dev.headroom.model.knob.TransportKnobs;
import dev.headroom.sim.measure.FlowResult;
import dev.headroom.unit.Rate;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** One flow alone: what can be worked out on paper. */
final class LatencyTest {
  private static final long DELAY_PS = 500_000;
  private static final long LATENCY_PS = 300_000;
  private static final int PREAMBLE = 8;
  private static final int ACK_FRAME = 66;

  static Stream<Arguments> paths() {
    List<List<String>> rates = new ArrayList<>();
    for (int hops = 1; hops <= 6; hops++) {
      rates.add(Collections.nCopies(hops, "100Gbps"));
      rates.add(Collections.nCopies(hops, "400Gbps"));
    }
    rates.add(List.of("400Gbps", "100Gbps"));
    rates.add(List.of("100Gbps", "400Gbps"));
    rates.add(List.of("100Gbps", "400Gbps", "100Gbps"));
    rates.add(List.of("400Gbps", "100Gbps", "400Gbps"));
    rates.add(List.of("25Gbps", "100Gbps", "400Gbps", "800Gbps"));
    rates.add(List.of("800Gbps", "400Gbps", "100Gbps", "25Gbps"));
    rates.add(List.of("40Gbps", "54.545Gbps", "100Gbps", "54.545Gbps", "10Gbps", "1600Gbps"));
    return rates.stream()
        .flatMap(path ->
            Stream.of("cut-through", "store-and-forward")
                .flatMap(mode ->
                    Stream.of(0, 1, 1_000, 4_096).map(bytes -> Arguments.of(mode, path, bytes))));
  }

  @ParameterizedTest(name = "{0}, {1}, {2} B")
  @MethodSource("paths")
  void shouldTakeOnePacketAsLongAsArithmeticSays(String mode, List<String> path, int bytes) {
    FlowResult flow =
        Lab.chain(path, "500ns")
            .set(SwitchKnobs.FORWARDING, mode)
            .set(SwitchKnobs.SWITCH_LATENCY, "300ns")
            .flow(0, 1, bytes, 7_000)
            .run()
            .flow(0);
    boolean cutThrough = "cut-through".equals(mode);
    int frame = Math.max(64, (bytes + 3) / 4 * 4 + 62 + 16);
    long there = onPaper(path, frame, cutThrough);
    long back = onPaper(path.reversed(), ACK_FRAME, cutThrough);
    assertThat(flow.startPs()).isEqualTo(7_000);
    assertThat(flow.deliveredPs() - flow.startPs()).isEqualTo(there);
    assertThat(flow.completedPs() - flow.deliveredPs()).isEqualTo(back);
  }

  /**
   * From the first bit sent to the last bit received. A switch may start to send when it has the
   * header, if the next link is not faster, else when it has the last bit.
   */
  private static long onPaper(List<String> path, int frame, boolean cutThrough) {
    long start = 0;
    long head = 0;
    long tail = 0;
    for (int hop = 0; hop < path.size(); hop++) {
      long rate = Rate.parse(path.get(hop)).bps();
      if (hop > 0) {
        long before = Rate.parse(path.get(hop - 1)).bps();
        start = LATENCY_PS + (cutThrough && rate <= before ? head : tail);
      }
      head = start + DELAY_PS;
      // Preamble and frame, as the difference of what the simulator's clock can show.
      tail = head + (frame + 20) * 8_000_000_000_000L / rate - 12 * 8_000_000_000_000L / rate;
    }
    assertThat(PREAMBLE).isEqualTo(20 - 12);
    return tail;
  }

  @ParameterizedTest(name = "MTU {0} at {1}: {2} % goodput")
  @CsvSource({
    "4096, 100Gbps, 98.0",
    "1024, 100Gbps, 92.6",
    "4096, 800Gbps, 98.0",
    "1024, 25Gbps, 92.6",
    "256, 100Gbps, 75.7"
  })
  void shouldCarryThePayloadThatFramingLeaves(int mtu, String rate, double percent) {
    FlowResult flow =
        Lab.chain(List.of(rate, rate), "10ns")
            .set(TransportKnobs.MTU, Integer.toString(mtu))
            .flow(0, 1, Rate.parse(rate).bps() / 1_000, 0) // 8 ms
            .run()
            .flow(0);
    double goodput = flow.bytes() * 8e12 / flow.fctPs() / Rate.parse(rate).bps();
    assertThat(100 * goodput).isCloseTo(percent, within(0.06));
    assertThat(100 * goodput).isCloseTo(100.0 * mtu / (mtu + 62 + 20), within(0.02));
  }
}
