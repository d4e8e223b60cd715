package dev.headroom.sim.nic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.headroom.model.knob.CongestionKnobs;
import dev.headroom.model.knob.PcieKnobs;
import dev.headroom.sim.Lab;
import dev.headroom.sim.RunOptions;
import dev.headroom.sim.measure.FlowResult;
import dev.headroom.unit.result.Cells;
import dev.headroom.unit.result.ResultTable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What of a host is in the round trip that congestion control sees, and what is not. */
final class RoundTripTest {
  private static final ResultTable RATES =
      ResultTable.of(
          "host-round-trip",
          RoundTripTest.class,
          "control",
          "ideal hosts, Gb/s",
          "detailed",
          "through host memory");

  private static final long BYTES = 20_000_000;

  /**
   * Controls that go by delay or by a window of one round trip, on hosts that copy through host
   * memory: copies of 6.5 us are no queue, so that one flow alone is as fast as among ideal hosts.
   */
  @ParameterizedTest
  @CsvSource({"hpcc", "hpcc-pint", "timely", "patched-timely", "swift", "rtt-probe", "dcqcn"})
  void shouldNotTakeHostsForQueues(String control) {
    double ideal = gbps(control, "ideal", "host");
    double detailed = gbps(control, "detailed", "host");
    double staged = gbps(control, "detailed", "staged");
    assertThat(detailed).isEqualTo(ideal, within(0.05 * ideal));
    assertThat(staged).isEqualTo(ideal, within(0.05 * ideal));
    RATES.row(control, Cells.number(ideal, 1), Cells.number(detailed, 1), Cells.number(staged, 1));
  }

  private static double gbps(String control, String stages, String place) {
    FlowResult flow =
        Lab.star(2, "100Gbps", "500ns")
            .set(CongestionKnobs.ALGORITHM, control)
            .set(PcieKnobs.STAGES, stages)
            .set(PcieKnobs.MEMORY, place)
            .flow(0, 1, BYTES, 0)
            .run(RunOptions.DEFAULT)
            .flow(0);
    return BYTES * 8e3 / (flow.completedPs() - flow.startPs());
  }

  /** A NIC acknowledges what it has handed to PCIe; that has still to reach memory, and the GPU. */
  @Test
  void shouldCompleteBeforeCopiesAreDone() {
    FlowResult direct = one("gpu");
    FlowResult staged = one("staged");
    assertThat(direct.completedPs()).isGreaterThan(direct.deliveredPs());
    assertThat(staged.deliveredPs() - direct.deliveredPs()).isEqualTo(13_000_000);
    assertThat(staged.completedPs() - direct.completedPs()).isEqualTo(6_500_000);
    assertThat(staged.deliveredPs()).isGreaterThan(staged.completedPs());
  }

  private static FlowResult one(String place) {
    return Pair.at("400Gbps")
        .with(PcieKnobs.MEMORY, place)
        .with(PcieKnobs.GPU_PATH, "phb")
        .with(PcieKnobs.PEER_RATE, "10Tbps")
        .run("write", 1, 4096, 1)
        .flow(0);
  }

  /** An ACK in 2 us: doorbell and reads before the wire, and three passes through NICs after. */
  @Test
  void shouldHearOfAnAckThroughTheNicAlone() {
    Lab.Outcome fast = Pair.at("400Gbps").with(PcieKnobs.READ_LATENCY, "0ns").run("write", 1, 8, 1);
    Lab.Outcome slow = Pair.at("400Gbps").with(PcieKnobs.READ_LATENCY, "1us").run("write", 1, 8, 1);
    assertThat(slow.flow(0).completedPs() - fast.flow(0).completedPs())
        .as("doorbell, payload read, completion written; not the write at the other end")
        .isBetween(1_999_000L, 2_001_000L);
  }
}
