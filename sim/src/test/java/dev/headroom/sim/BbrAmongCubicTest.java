package dev.headroom.sim;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.model.knob.CongestionKnobs;
import dev.headroom.model.knob.CpuKnobs;
import dev.headroom.model.knob.RunKnobs;
import dev.headroom.model.knob.Settings;
import dev.headroom.model.knob.SwitchKnobs;
import dev.headroom.model.knob.TcpKnobs;
import dev.headroom.model.knob.TransportKnobs;
import dev.headroom.model.scenario.Presets;
import dev.headroom.sim.measure.FlowResult;
import dev.headroom.unit.result.Cells;
import dev.headroom.unit.result.ResultTable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * What one BBR flow gets of a link of 10 Mb/s and 40 ms that CUBIC flows share: much the same
 * however many they are, since it is BBR's window that limits it (Ware et al., "Modeling BBR's
 * Interactions with Loss-Based Congestion Control", IMC 2019, whose model gives 0.54 with a buffer
 * of 8 BDP and 0.44 with 32). By fair shares it would be a half, a fifth and a seventeenth.
 */
final class BbrAmongCubicTest {
  private static final ResultTable SHARES =
      ResultTable.of(
          "bbr-among-cubic",
          BbrAmongCubicTest.class,
          "CUBIC flows, buffer",
          "the model",
          "here, 300 s");

  private static final long ALONE_PS = 20_000 * Lab.MS;

  /** Frames of 1,500 B and what is around them carry so much of 10 Mb/s. */
  private static final double GOODPUT_BYTES = 9.41e6 / 8;

  @Tag("whole")
  @ParameterizedTest(name = "{0} CUBIC, buffer {1} BDP")
  @CsvSource({"1, 8, 0.38, 0.5", "4, 8, 0.38, 0.5", "16, 8, 0.38, 0.5"})
  void shouldDoSoWithASmallerBuffer(int cubics, int buffer, double least, double most) {
    shouldGetTheSameAmongFewAndMany(cubics, buffer, least, most);
  }

  @ParameterizedTest(name = "{0} CUBIC, buffer {1} BDP")
  @CsvSource({"1, 32, 0.3, 0.44", "4, 32, 0.3, 0.44"})
  void shouldGetTheSameAmongFewAndMany(int cubics, int buffer, double least, double most) {
    Lab lab = new Lab();
    int pairs = cubics + 1;
    for (int host = 0; host < 2 * pairs; host++) {
      lab.host();
    }
    int near = lab.device();
    int far = lab.device();
    for (int pair = 0; pair < pairs; pair++) {
      lab.link(pair, near, "1Gbps", "1us").link(pairs + pair, far, "1Gbps", "1us");
    }
    lab.link(near, far, "10Mbps", "20ms")
        .set(Presets.named("tcp").orElseThrow().settings())
        .set(TransportKnobs.MTU, "1500")
        .set(CpuKnobs.STACK, "free")
        .set(TcpKnobs.HANDSHAKE, "false")
        .set(TcpKnobs.RECEIVE_WINDOW, "64MiB")
        .set(SwitchKnobs.QUEUE_LIMIT, buffer * 50_000 + "B")
        .set(SwitchKnobs.SWITCH_BUFFER, "1GiB")
        .set(SwitchKnobs.LOSSY_ALPHA, "1000")
        .set(RunKnobs.STOP, "300s");
    // Alone at first: CUBIC without HyStart fills the buffer before BBR has seen the way, which
    // takes
    // minutes to make good.
    lab.part(Settings.DEFAULTS.parse(CongestionKnobs.ALGORITHM, "bbr")).flow(0, pairs, 1L << 40, 0);
    lab.part(Settings.DEFAULTS.parse(CongestionKnobs.ALGORITHM, "cubic"));
    for (int pair = 1; pair < pairs; pair++) {
      lab.flow(pair, pairs + pair, 1L << 40, ALONE_PS + 53L * pair * Lab.MS);
    }
    Lab.Outcome outcome = lab.run();
    double alone = GOODPUT_BYTES * ALONE_PS / (1_000 * Lab.MS);
    double bbr = outcome.flow(0).deliveredBytes() - alone;
    double all = outcome.flows().stream().mapToLong(FlowResult::deliveredBytes).sum() - alone;
    assertThat(bbr / all).isBetween(least, most);
    SHARES.row(
        "%d, %d BDP".formatted(cubics, buffer),
        buffer == 8 ? "0.54" : "0.44",
        Cells.number(bbr / all, 2));
  }
}
