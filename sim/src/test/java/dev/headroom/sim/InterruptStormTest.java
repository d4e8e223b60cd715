package dev.headroom.sim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.headroom.model.knob.CompletionKnobs;
import dev.headroom.model.knob.CpuKnobs;
import dev.headroom.model.scenario.Presets;
import dev.headroom.model.workload.FlowList;
import dev.headroom.unit.result.Cells;
import dev.headroom.unit.result.ResultTable;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Interrupts that take the cores of a host: who needs them, and who does not. */
final class InterruptStormTest {
  private static final ResultTable STORMS =
      ResultTable.of(
          "interrupt-storms",
          InterruptStormTest.class,
          "half of a core taken by interrupts",
          "arithmetic",
          "here");

  private static final long MS = 1000 * Lab.US;

  /** Of 4,000 cycles each at 3.4 GHz: 425,000 a second take half a core. */
  private static final double HALF = 425_000;

  private static final double ALL = 850_000;

  private static Lab tcp() {
    return Lab.star(2, "100Gbps", "100ns")
        .set(Presets.named("tcp").orElseThrow().settings())
        .set(CpuKnobs.CORES, "1");
  }

  private static double goodputGbps(Lab lab) {
    return 100e6 * 8 / (lab.flow(0, 1, 100_000_000, 0).run().flow(0).deliveredPs() / 1e12) / 1e9;
  }

  /** A core of the receiver is what limits a stream. */
  @Test
  void shouldTakeFromTcpWhatItTakesOfTheReceiversCore() {
    double quiet = goodputGbps(tcp());
    double stormy = goodputGbps(tcp().interrupts(1, HALF, 0, 0));
    assertThat(stormy / quiet).isEqualTo(0.5, within(0.02));
    STORMS.row("TCP at the receiver: share of its goodput", "0.5", Cells.number(stormy / quiet, 2));
  }

  /** The sender has room to spare: 89 Gb/s a core against 42. */
  @Test
  void shouldTakeNothingFromTcpWhereTheSenderIsIdleHalfTheTime() {
    double quiet = goodputGbps(tcp());
    assertThat(goodputGbps(tcp().interrupts(0, HALF / 2, 0, 0)) / quiet).isGreaterThan(0.98);
  }

  @Test
  void shouldStandStillForAsLongAsAllIsTaken() {
    Lab lab = tcp().interrupts(1, ALL, 5 * MS, 9 * MS).flow(0, 1, 100_000_000, 0);
    double longer =
        lab.run().flow(0).deliveredPs()
            - tcp().flow(0, 1, 100_000_000, 0).run().flow(0).deliveredPs();
    assertThat(longer / MS).isEqualTo(4, within(0.3));
  }

  @Test
  void shouldLeaveAFlowUnfinishedWhereItNeverEnds() {
    Lab.Outcome outcome = tcp().interrupts(1, ALL, 5 * MS, 0).flow(0, 1, 100_000_000, 0).run();
    assertThat(outcome.run().counts().finished()).isZero();
  }

  private static long lastPs(Lab lab) {
    for (int i = 0; i < 100; i++) {
      List<Integer> after = i == 0 ? List.of() : List.of(i - 1);
      lab.flow(new FlowList.Entry(i % 2, 1 - i % 2, 8, 0, after, List.of(), -1));
    }
    return lab.run().flow(99).deliveredPs();
  }

  private static Lab rdma(String wait) {
    return Lab.star(2, "100Gbps", "100ns").set(CompletionKnobs.WAIT, wait);
  }

  /** Half the time of a core: what 5,500 cycles take takes twice as long, at one of two hosts. */
  @Test
  void shouldDelayWhoSleeps() {
    long quiet = lastPs(rdma("events"));
    long stormy = lastPs(rdma("events").interrupts(1, HALF, 0, 0));
    assertThat((stormy - quiet) / 1e6).isEqualTo(50 * 5500 / 3400.0, within(0.01));
    STORMS.row(
        "RDMA that sleeps: added to each message for which this host waits, us",
        Cells.number(5500 / 3400.0, 2),
        Cells.number((stormy - quiet) / 50e6, 2));
  }

  @Test
  void shouldNotTouchWhoPolls() {
    Lab.Outcome quiet = rdma("polling").flow(0, 1, 10_000_000, 0).run();
    Lab.Outcome stormy = rdma("polling").interrupts(1, ALL, 0, 0).flow(0, 1, 10_000_000, 0).run();
    assertThat(stormy.run().digest()).isEqualTo(quiet.run().digest());
  }
}
