package dev.headroom.sim;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.model.knob.FailureKnobs;
import dev.headroom.model.knob.SrdKnobs;
import dev.headroom.model.knob.SwitchKnobs;
import dev.headroom.model.scenario.Presets;
import dev.headroom.sim.measure.FlowResult;
import dev.headroom.unit.result.Cells;
import dev.headroom.unit.result.ResultTable;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** SRD in a run. */
final class SrdRunTest {
  private static final ResultTable INCASTS =
      ResultTable.of("srd", SrdRunTest.class, "what", "published or least", "here");

  private static final int MTU = 8_928;
  private static final int AROUND = 91 + 20;

  private static Lab srd(Lab lab) {
    return lab.set(Presets.named("srd").orElseThrow().settings());
  }

  @ParameterizedTest(name = "{0} bytes over {1}")
  @CsvSource({
    "0, cut-through",
    "1, cut-through",
    "8928, store-and-forward",
    "8929, cut-through",
    "1000000, cut-through",
    "1000000, store-and-forward",
    "33554432, cut-through"
  })
  void shouldTakeTheTimeOfTheClosedFormAlone(long bytes, String forwarding) {
    Lab lab =
        srd(Lab.chain(List.of("100Gbps", "400Gbps", "100Gbps"), "1us"))
            .set(SwitchKnobs.FORWARDING, forwarding)
            .flow(0, 1, bytes, 0);
    FlowResult flow = lab.run().flow(0);
    assertThat(flow.completedPs() - flow.startPs()).isEqualTo(flow.idealFctPs());
  }

  /**
   * An incast finishes about when its port could at the earliest, and all its flows about then
   * (Shalev et al., IEEE Micro 2020, "close to optimal flow completion time" with "low jitter").
   */
  @ParameterizedTest(name = "{0} senders")
  @ValueSource(ints = {4, 16, 48})
  void shouldFinishAnIncastAboutWhenItCould(int senders) {
    Lab lab = srd(Lab.star(senders + 1, "100Gbps", "1us"));
    lab.incast(senders, 2_000_000);
    Lab.Outcome outcome = lab.run();
    double packets = Math.ceil(2_000_000.0 / MTU);
    double idealPs = senders * (2_000_000 + packets * AROUND) * 8 * 10;
    assertThat(outcome.run().counts().finished()).isEqualTo(senders);
    assertThat((double) outcome.run().completionTimePs()).isBetween(idealPs, idealPs * 1.25);
    INCASTS.row(
        "incast of %d, 2 MB each, 100 Gb/s: last flow, ms".formatted(senders),
        Cells.number(idealPs * 1e-9, 2),
        Cells.number(outcome.run().completionTimePs() * 1e-9, 2));
    long first = outcome.flows().stream().mapToLong(FlowResult::completedPs).min().orElseThrow();
    assertThat((double) first).isGreaterThan(0.6 * idealPs);
  }

  /** Bit errors take data and ACKs alike. */
  @ParameterizedTest(name = "loss {0}")
  @ValueSource(doubles = {0.01, 0.2})
  void shouldSurviveBitErrors(double loss) {
    Lab lab = new Lab();
    int a = lab.host();
    int b = lab.host();
    int hub = lab.device();
    lab.lossyLink(a, hub, "100Gbps", "1us", loss).lossyLink(b, hub, "100Gbps", "1us", loss);
    Lab.Outcome outcome = srd(lab).flow(0, 1, 300_000, 0).flow(1, 0, 300_000, 0).run();
    assertThat(outcome.run().counts().finished()).isEqualTo(2);
    assertThat(outcome.run().counts().payloadDelivered()).isEqualTo(600_000);
    assertThat(outcome.drops()).isPositive();
  }

  @Test
  void shouldSendAgainWhatOverflows() {
    Lab lab = srd(Lab.star(25, "100Gbps", "1us")).set(SwitchKnobs.SWITCH_BUFFER, "500KiB");
    lab.incast(24, 400_000);
    Lab.Outcome outcome = lab.run();
    assertThat(outcome.run().counts().finished()).isEqualTo(24);
    assertThat(outcome.drops()).isPositive();
    assertThat(outcome.run().counts().retransmissions())
        .isBetween(outcome.drops(), outcome.drops() * 2);
  }

  /** With one way each, flows collide; sprayed, a permutation has the whole fabric. */
  @Test
  void shouldSpreadAPermutationOverAllWays() {
    long single = permutation("1").run().run().completionTimePs();
    long sprayed = permutation("64").run().run().completionTimePs();
    assertThat(sprayed * 1.5).isLessThan(single);
    INCASTS.row(
        "permutation of 16 over 4 spines, 4 MB, one path: last flow, ms",
        "",
        Cells.number(single * 1e-9, 2));
    INCASTS.row("the same, 64 paths", "", Cells.number(sprayed * 1e-9, 2));
  }

  private static Lab permutation(String ways) {
    Lab lab =
        srd(Lab.shape("leaf-spine", "fabric.leaves=4", "fabric.spines=4", "fabric.hostsPerLeaf=4"))
            .set(SrdKnobs.WAYS, ways);
    for (int host = 0; host < 16; host++) {
      lab.flow(host, (host + 4) % 16, 4_000_000, 0);
    }
    return lab;
  }

  /**
   * Packets leave a way that is dead long before the routes do (Shalev et al., IEEE Micro 2020:
   * without waiting for routing to converge, which takes two to three orders of magnitude longer).
   */
  @Test
  void shouldLeaveADeadWayBeforeRoutesDo() {
    Lab lab = permutation("64").set(FailureKnobs.DETECTION, "100ms");
    long whole = lab.run().run().completionTimePs();
    Lab.Outcome broken = lab.linkDown(16, 50 * Lab.US).run();
    INCASTS.row(
        "64 paths while an uplink dies, routes follow after 100 ms",
        "",
        Cells.number(broken.run().completionTimePs() * 1e-9, 2));
    assertThat(broken.run().counts().finished()).isEqualTo(16);
    assertThat(broken.drops()).isPositive();
    assertThat(broken.run().completionTimePs()).isBetween(whole, 5 * Lab.MS);
  }
}
