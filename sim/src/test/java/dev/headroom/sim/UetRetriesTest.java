package dev.headroom.sim;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.model.knob.CongestionKnobs;
import dev.headroom.model.knob.RunKnobs;
import dev.headroom.model.knob.UetKnobs;
import dev.headroom.model.scenario.Presets;
import dev.headroom.sim.measure.FlowResult;
import dev.headroom.unit.CountedNoun;
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
            "context closed: %s of one packet without a response; host-1 has been stalled since 100us"
                .formatted(CountedNoun.of(retries + 1, "timeout")));
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

  /** Sixteen senders wait for credit of a host that stands still from 300 us on. */
  @ParameterizedTest(name = "{0}, {1} retries")
  @CsvSource({"rccc, 0", "rccc, 3", "nscc-rccc, 3", "rccc, 14"})
  void shouldCloseContextsThatWaitForCreditInVain(String control, int retries) {
    Lab.Outcome outcome =
        Lab.star(17, "100Gbps", "500ns")
            .incast(16, 4_000_000)
            .set(Presets.named("uec").orElseThrow().settings())
            .set(CongestionKnobs.ALGORITHM, control)
            .set(UetKnobs.TIMEOUT, "1ms")
            .set(UetKnobs.RETRIES, Integer.toString(retries))
            .set(RunKnobs.STOP, "1s")
            .standstill(0, 300 * US, 0)
            .run();
    assertThat(outcome.flows())
        .noneMatch(FlowResult::finished)
        .allMatch(flow -> flow.failure().startsWith("context closed: "));
    if (retries > 0) {
      assertThat(outcome.flows())
          .anyMatch(flow ->
              flow.failure()
                  .startsWith(
                      "context closed: %s for credit"
                          .formatted(CountedNoun.of(retries + 1, "request"))));
    }
    assertThat(outcome.run().imbalances()).isEmpty();
    assertThat(outcome.run().endPs()).isLessThan(2000L * (retries + 2) * US);
  }

  /** A round of 200 takes 260 us, and a request is made again after 20 without an answer. */
  @Test
  void shouldNotTakeALongRoundForADeadHost() {
    Lab.Outcome outcome =
        Lab.star(201, "100Gbps", "500ns")
            .set(Presets.named("uec").orElseThrow().settings())
            .set(CongestionKnobs.ALGORITHM, "rccc")
            .set(UetKnobs.TIMEOUT, "20us")
            .set(UetKnobs.RETRIES, "1")
            .incast(200, 100_000)
            .run();
    assertThat(outcome.flows()).allMatch(FlowResult::finished);
  }

  /** As htsim, whose timeouts are the default. */
  @Test
  void shouldNeverGiveUpUnlessTold() {
    Lab.Outcome outcome = toAHostThatStandsStill(0).run();
    assertThat(outcome.flow(0).failure()).startsWith("host-1 has been stalled");
    assertThat(outcome.run().endPs()).isEqualTo(1_000_000 * US);
  }
}
