package dev.headroom.sim;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.model.knob.Presets;
import dev.headroom.model.knob.RunKnobs;
import dev.headroom.model.knob.UetKnobs;
import dev.headroom.sim.measure.FlowResult;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** How often Ultra Ethernet sends a packet again before it closes the context. */
final class UetRetriesTest {
  private static final long US = Lab.US;

  /** 4 MB to a host that stands still from 100 us on; timeouts are a millisecond long. */
  private static Lab toAHostThatStandsStill(long untilPs) {
    return Lab.star(2, "100Gbps", "500ns")
        .set(Presets.named("uec").orElseThrow().settings())
        .set(UetKnobs.TIMEOUT, "1ms")
        .set(RunKnobs.STOP, "1s")
        .standstill(1, 100 * US, untilPs)
        .flow(0, 1, 4_000_000, 0);
  }

  @ParameterizedTest
  @CsvSource({"rud, 0", "rud, 5", "rod, 5", "rudi, 5", "rud, 14"})
  void shouldCloseTheContextAfterThem(String delivery, int retries) {
    Lab.Outcome outcome =
        toAHostThatStandsStill(0)
            .set(UetKnobs.DELIVERY, delivery)
            .set(UetKnobs.RETRIES, Integer.toString(retries))
            .run();
    FlowResult flow = outcome.flow(0);
    assertThat(flow.finished()).isFalse();
    assertThat(flow.failure())
        .isEqualTo(
            "context closed: %d timeouts of one packet without an answer; host-1 has stood still since 100us"
                .formatted(retries + 1));
    assertThat(outcome.run().imbalances()).isEmpty();
    assertThat(outcome.run().endPs())
        .isBetween((retries + 1) * 1000L * US, (retries + 2) * 1000L * US);
  }

  /** The sixth timeout is due after 6 ms. */
  @ParameterizedTest
  @ValueSource(strings = {"rud", "rod", "rudi"})
  void shouldGoOnWhereTheHostDoes(String delivery) {
    Lab.Outcome outcome =
        toAHostThatStandsStill(4_500 * US)
            .set(UetKnobs.DELIVERY, delivery)
            .set(UetKnobs.RETRIES, "5")
            .run();
    assertThat(outcome.flow(0).finished()).as(outcome.flow(0).failure()).isTrue();
    assertThat(outcome.run().counts().payloadDelivered()).isEqualTo(4_000_000);
  }

  /** As htsim, whose timeouts are the default. */
  @Test
  void shouldNeverGiveUpUnlessTold() {
    Lab.Outcome outcome = toAHostThatStandsStill(0).run();
    assertThat(outcome.flow(0).failure()).startsWith("host-1 has stood still");
    assertThat(outcome.run().endPs()).isEqualTo(1_000_000 * US);
  }
}
