package dev.headroom.sim.ideal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.model.knob.CongestionKnobs;
import dev.headroom.model.knob.SwitchKnobs;
import dev.headroom.model.scenario.Presets;
import dev.headroom.sim.Lab;
import dev.headroom.sim.TimeAlone;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The closed form of a stream against runs, and however long it is. */
final class IdealStreamFctTest {
  private static final long LONG = 1L << 40;

  private static Lab chain(String rates) {
    return Lab.chain(List.of(rates.split(" ")), "1us")
        .set(Presets.named("falcon").orElseThrow().settings())
        .set(CongestionKnobs.ALGORITHM, "none")
        .set(SwitchKnobs.SWITCH_BUFFER, "256MiB");
  }

  /** What waits before slow links grows with each packet, and the others are skipped. */
  @ParameterizedTest
  @CsvSource({
    "100Gbps 100Gbps, 3000000",
    "100Gbps 10Gbps, 3000000",
    "100Gbps 40Gbps 10Gbps, 3000001",
    "100Gbps 10Gbps 40Gbps, 2999999",
    "400Gbps 25Gbps 200Gbps 10Gbps 100Gbps, 1234567",
    "10Gbps 100Gbps, 3000000",
    "54.545Gbps 24Gbps 33Gbps, 777777"
  })
  void shouldTakeAsLongAsARun(String rates, long bytes) {
    Lab.Outcome run = chain(rates).flow(0, 1, bytes, 0).run();
    assertThat(run.flow(0).retransmissions()).isZero();
    assertThat(run.flow(0).idealFctPs()).isEqualTo(run.flow(0).fctPs());
  }

  /** 2^40 B at 10 Gb/s are over a quarter of an hour; nobody waits for that. */
  @Test
  void shouldNotGoThroughAllPackets() {
    double seconds =
        TimeAlone.ofPs(chain("100Gbps 10Gbps").flow(0, 1, LONG, 0).scenario(), 0) * 1e-12;
    assertThat(seconds).isBetween(LONG * 8 / 10e9, 1.1 * LONG * 8 / 10e9);
  }
}
