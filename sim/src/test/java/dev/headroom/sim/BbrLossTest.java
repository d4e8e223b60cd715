package dev.headroom.sim;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.model.knob.CongestionKnobs;
import dev.headroom.model.knob.CpuKnobs;
import dev.headroom.model.knob.RunKnobs;
import dev.headroom.model.knob.TcpKnobs;
import dev.headroom.model.knob.TransportKnobs;
import dev.headroom.model.scenario.Presets;
import dev.headroom.unit.result.Cells;
import dev.headroom.unit.result.ResultTable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Goodput of a flow of 60 s on a link of 100 Mb/s and 100 ms that loses packets at random: figure 8
 * of Cardwell et al., "BBR: Congestion-Based Congestion Control", ACM Queue 2016. CUBIC has a tenth
 * at 0.1 % and stalls above 1 %; BBR has nearly all that gets through up to 5 %, and most at 15 %.
 * Frames of 1,500 B carry 94.1 Mb/s; here ACKs are lost too.
 */
final class BbrLossTest {
  private static final ResultTable GOODPUT =
      ResultTable.of("bbr-loss", BbrLossTest.class, "control, loss", "goodput, Mb/s");

  @ParameterizedTest(name = "{0}, loss {1}")
  @CsvSource({
    "cubic, 0.00001, 60, 100",
    "cubic, 0.001, 5, 20",
    "cubic, 0.01, 0.5, 5",
    "cubic, 0.05, 0, 1",
    "bbr, 0.001, 88, 94",
    "bbr, 0.01, 85, 93",
    "bbr, 0.05, 78, 89",
    "bbr, 0.15, 55, 80"
  })
  void shouldLoseWhatTheFigureShows(String control, double loss, double least, double most) {
    Lab lab = new Lab();
    int a = lab.host();
    int b = lab.host();
    int hub = lab.device();
    lab.lossyLink(a, hub, "100Mbps", "25ms", loss).link(b, hub, "100Mbps", "25ms");
    Lab.Outcome outcome =
        lab.set(Presets.named("tcp").orElseThrow().settings())
            .set(TransportKnobs.MTU, "1500")
            .set(CpuKnobs.STACK, "free")
            .set(CongestionKnobs.ALGORITHM, control)
            .set(TcpKnobs.HANDSHAKE, "false")
            .set(TcpKnobs.RECEIVE_WINDOW, "64MiB")
            .set(RunKnobs.STOP, "60s")
            .flow(0, 1, 1L << 40, 0)
            .run();
    double mbps = outcome.run().counts().payloadDelivered() * 8e-6 / 60;
    assertThat(mbps).isBetween(least, most);
    GOODPUT.row("%s, %s".formatted(control, Cells.share(loss, 3)), Cells.number(mbps, 1));
  }
}
