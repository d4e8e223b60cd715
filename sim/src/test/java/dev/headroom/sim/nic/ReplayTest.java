package dev.headroom.sim.nic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.headroom.model.knob.HostKnobs;
import dev.headroom.model.knob.PcieFaultKnobs;
import dev.headroom.model.knob.PcieKnobs;
import dev.headroom.model.knob.TransportKnobs;
import dev.headroom.model.pcie.PcieGeneration;
import dev.headroom.model.pcie.PcieLink;
import dev.headroom.model.pcie.PcieReplay;
import dev.headroom.sim.Lab;
import dev.headroom.sim.RunOptions;
import dev.headroom.sim.measure.AerCounts;
import dev.headroom.sim.measure.HostPcieCounts;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** PCIe links with bit errors: what replays cost, what is counted, and when a link retrains. */
final class ReplayTest {
  /** A slot that is narrower than the line, so that what replays take shows in the rate. */
  private static Pair narrow() {
    return Pair.at("100Gbps").with(PcieKnobs.GENERATION, "3").with(PcieKnobs.LANES, "8");
  }

  /** The receiver's slot alone: WRITEs go up there, in full TLPs. */
  @ParameterizedTest
  @ValueSource(doubles = {1e-7, 1e-6, 5e-6})
  void shouldLoseWhatTheClosedFormSays(double bitErrors) {
    double whole = gbps(0);
    double share =
        new PcieReplay(PcieLink.of(PcieGeneration.GEN3, 8, 256, 512), 0).share(bitErrors);
    assertThat(gbps(bitErrors) / whole).isEqualTo(share, within(0.02 * share));
  }

  private static double gbps(double bitErrors) {
    Lab lab =
        Lab.chain(List.of("100Gbps"), "10ns")
            .set(narrow().settings())
            .at("host-1", PcieFaultKnobs.BIT_ERRORS, Double.toString(bitErrors))
            .flow(0, 1, 20_000_000, 0);
    return 160e9 / lab.run(RunOptions.DEFAULT).run().completionTimePs();
  }

  @Test
  void shouldCountBadTlpsWhereTheyArrive() {
    HostPcieCounts counts = slot("1e-6", "24ms");
    double tlps = 20_000_000 / 256.0;
    double bad = tlps * (1 - Math.pow(1 - 1e-6, 8 * 280));
    assertThat(counts.host()).isEqualTo("host-1");
    assertThat((double) counts.port().badTlp()).isEqualTo(bad, within(4 * Math.sqrt(bad)));
    assertThat(counts.card().badDllp()).as("of acknowledgements and credits").isPositive();
    assertThat(counts.card().rollover()).isZero();
    assertThat(counts.generation()).isEqualTo(3);
    assertThat(counts.replays()).isEqualTo(counts.port().badTlp() + counts.card().badTlp());
  }

  @Test
  void shouldReplayAfterTheTimerWhereTheNakIsLostToo() {
    AerCounts sender = slot("3e-5", "1us").card();
    assertThat(sender.timeout()).isPositive().isLessThanOrEqualTo(sender.badDllp());
  }

  @Test
  void shouldComeUpSlowerAfterFourReplaysInARow() {
    HostPcieCounts counts = slot("1e-4", "50us");
    assertThat(counts.card().rollover() + counts.port().rollover()).isEqualTo(1);
    assertThat(counts.generation()).isEqualTo(2);
    Lab.Outcome often =
        lab("1e-4", "1us").at("host-1", PcieFaultKnobs.SLOWER_AFTER, "3").run(RunOptions.DEFAULT);
    assertThat(spoilt(often).card().rollover()).isGreaterThanOrEqualTo(1);
    assertThat(often.run().completionTimePs()).isPositive();
  }

  @Test
  void shouldNameTheHostWhoseLinkRetrainsForTooLong() {
    Lab.Outcome outcome =
        lab("1e-4", "1s", 1_000_000)
            .set(TransportKnobs.ACK_TIMEOUT, "6")
            .set(TransportKnobs.RETRY_COUNT, "3")
            .set(HostKnobs.RECEIVE_BUFFER, "64MiB") // else its pauses stop the sender's timer too
            .run(RunOptions.DEFAULT);
    assertThat(outcome.flows().getFirst().failure())
        .contains("retry counter exceeded")
        .contains("the PCIe link of host-1 retrained once")
        .contains("and runs at Gen2");
  }

  private static Lab lab(String bitErrors, String retrainTime) {
    return lab(bitErrors, retrainTime, 20_000_000);
  }

  private static Lab lab(String bitErrors, String retrainTime, long bytes) {
    return Lab.chain(List.of("100Gbps"), "10ns")
        .set(narrow().settings())
        .at("host-1", PcieFaultKnobs.BIT_ERRORS, bitErrors)
        .at("host-1", PcieFaultKnobs.RETRAIN_TIME, retrainTime)
        .flow(0, 1, bytes, 0);
  }

  private static HostPcieCounts slot(String bitErrors, String retrainTime) {
    return spoilt(lab(bitErrors, retrainTime).run(RunOptions.DEFAULT));
  }

  /** The one host whose link had errors. */
  private static HostPcieCounts spoilt(Lab.Outcome outcome) {
    List<HostPcieCounts> spoilt =
        outcome.run().slots().stream().filter(HostPcieCounts::hadErrors).toList();
    assertThat(spoilt).hasSize(1);
    return spoilt.getFirst();
  }
}
