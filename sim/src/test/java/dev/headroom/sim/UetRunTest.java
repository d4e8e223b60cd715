package dev.headroom.sim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.headroom.model.knob.CongestionKnobs;
import dev.headroom.model.knob.Presets;
import dev.headroom.model.knob.RunKnobs;
import dev.headroom.model.knob.SwitchKnobs;
import dev.headroom.model.knob.UetKnobs;
import dev.headroom.sim.measure.FlowResult;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Ultra Ethernet's transport in a run. Beside htsim it is held in module {@code app}. */
final class UetRunTest {
  private static Lab uec(Lab lab) {
    return lab.set(Presets.named("uec").orElseThrow().settings());
  }

  private static Lab incast(int senders, long bytes) {
    Lab lab = uec(Lab.star(senders + 1, "100Gbps", "1us"));
    for (int host = 1; host <= senders; host++) {
      lab.flow(host, 0, bytes, 0);
    }
    return lab;
  }

  @ParameterizedTest(name = "{0} bytes over {1}")
  @CsvSource({
    "0, cut-through",
    "1, cut-through",
    "4096, store-and-forward",
    "4097, cut-through",
    "1000000, cut-through",
    "1000000, store-and-forward",
    "33554432, cut-through"
  })
  void shouldTakeTheTimeOfTheClosedFormAlone(long bytes, String forwarding) {
    Lab lab =
        uec(Lab.chain(List.of("100Gbps", "400Gbps", "100Gbps"), "1us"))
            .set(SwitchKnobs.FORWARDING, forwarding)
            .flow(0, 1, bytes, 0);
    FlowResult flow = lab.run().flow(0);
    assertThat(flow.completedPs() - flow.startPs()).isEqualTo(flow.soloPs());
  }

  @ParameterizedTest(name = "{0}")
  @ValueSource(strings = {"nscc", "rccc", "nscc-rccc"})
  void shouldGetAllThereThroughATrimmingSwitch(String control) {
    Lab.Outcome outcome = incast(24, 1_000_000).set(CongestionKnobs.ALGORITHM, control).run();
    assertThat(outcome.run().counts().finished()).isEqualTo(24);
    assertThat(outcome.run().counts().payloadDelivered()).isEqualTo(24_000_000);
    assertThat(outcome.run().counts().trims()).isPositive();
    assertThat(outcome.drops()).isZero();
    // The port is never idle: what there is to carry, and a round trip.
    double carried = 24 * (245 * 20 + 1_000_000 + 245 * 102) * 8 / 100e9;
    assertThat(outcome.run().completionTimePs() * 1e-12).isCloseTo(carried, within(0.03 * carried));
  }

  @ParameterizedTest(name = "{0}")
  @ValueSource(strings = {"nscc", "rccc", "nscc-rccc", "none"})
  void shouldSendAgainWhatIsLostWithoutTrimming(String control) {
    Lab.Outcome outcome =
        incast(24, 400_000)
            .set(CongestionKnobs.ALGORITHM, control)
            .set(SwitchKnobs.TRIMMING, "false")
            .run();
    assertThat(outcome.run().counts().finished()).isEqualTo(24);
    assertThat(outcome.run().counts().payloadDelivered()).isEqualTo(24 * 400_000);
    assertThat(outcome.run().counts().trims()).isZero();
    // Now and then one is given up too early.
    long again = outcome.run().counts().retransmissions();
    assertThat(outcome.drops()).isBetween(again * 99 / 100, again);
  }

  /** Bit errors take data, ACKs, NACKs and credit alike. */
  @ParameterizedTest(name = "{0}, loss {1}")
  @CsvSource({"nscc, 0.01", "rccc, 0.01", "nscc-rccc, 0.01", "rccc, 0.2", "nscc, 0.2"})
  void shouldSurviveBitErrors(String control, double loss) {
    Lab lab = new Lab();
    int a = lab.host();
    int b = lab.host();
    int hub = lab.device();
    lab.lossyLink(a, hub, "100Gbps", "1us", loss).lossyLink(b, hub, "100Gbps", "1us", loss);
    Lab.Outcome outcome =
        uec(lab)
            .set(CongestionKnobs.ALGORITHM, control)
            .flow(0, 1, 300_000, 0)
            .flow(1, 0, 300_000, 0)
            .run();
    assertThat(outcome.run().counts().finished()).isEqualTo(2);
    assertThat(outcome.run().counts().payloadDelivered()).isEqualTo(600_000);
    assertThat(outcome.drops()).isPositive();
  }

  @Test
  void shouldFinishFlowsThatShareAContextInOrder() {
    Lab.Outcome outcome =
        uec(Lab.star(3, "100Gbps", "1us"))
            .onOneQueuePair()
            .flow(1, 0, 100_000, 0)
            .flow(1, 0, 0, 0)
            .flow(1, 0, 50_000, 0)
            .run();
    assertThat(outcome.flow(0).completedPs()).isLessThanOrEqualTo(outcome.flow(1).completedPs());
    assertThat(outcome.flow(1).completedPs()).isLessThan(outcome.flow(2).completedPs());
  }

  /** With one way each, flows collide; sprayed, a permutation has the whole fabric. */
  @Test
  void shouldSpreadAPermutationOverAllWays() {
    long single = permutation("1").run().run().completionTimePs();
    long sprayed = permutation("64").run().run().completionTimePs();
    assertThat(sprayed * 1.5).isLessThan(single);
  }

  private static Lab permutation(String values) {
    Lab lab =
        uec(Lab.shape("leaf-spine", "fabric.leaves=4", "fabric.spines=4", "fabric.hostsPerLeaf=4"))
            .set(UetKnobs.ENTROPY_VALUES, values)
            .set(UetKnobs.SPRAYING, "oblivious");
    for (int host = 0; host < 16; host++) {
      lab.flow(host, (host + 4) % 16, 1_000_000, 0);
    }
    return lab;
  }

  @Test
  void shouldTellWhatIsLeftWhenItStopsEarly() {
    Lab.Outcome outcome = incast(4, 1_000_000).set(RunKnobs.STOP, "50us").run();
    assertThat(outcome.run().counts().finished()).isZero();
    for (FlowResult flow : outcome.flows()) {
      assertThat(flow.deliveredBytes()).isBetween(1L, 999_999L);
    }
  }
}
