package dev.headroom.sim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.headroom.model.knob.CpuKnobs;
import dev.headroom.model.knob.TransportKnobs;
import dev.headroom.model.scenario.Presets;
import dev.headroom.sim.measure.CpuCounts;
import dev.headroom.unit.result.Cells;
import dev.headroom.unit.result.ResultTable;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * What TCP costs a host, at 100 Gb/s, beside Cai et al., "Understanding Host Network Stack
 * Overheads", SIGCOMM 2021.
 */
final class HostCpuTest {
  private static final ResultTable CORES =
      ResultTable.of("tcp-hosts", HostCpuTest.class, "what", "published", "here");

  private static final long BYTES = 400_000_000;

  private static Lab tcp(Lab lab, int cores) {
    return lab.set(Presets.named("tcp").orElseThrow().settings()).set(CpuKnobs.CORES, "" + cores);
  }

  /** Connections from one host to another. */
  private static Lab pair(int connections, int cores) {
    Lab lab = Lab.star(2, "100Gbps", "1us");
    for (int i = 0; i < connections; i++) {
      lab.flow(1, 0, BYTES / connections, 0);
    }
    return tcp(lab, cores);
  }

  private static double gbps(Lab.Outcome outcome) {
    return BYTES * 8e3 / outcome.run().completionTimePs();
  }

  /** A core that receives one connection: 42 Gb/s, half of it for the copy (section 3.1). */
  @Test
  void shouldReceive42GbpsWithACore() {
    Lab.Outcome outcome = pair(1, 1).run();
    double gbps = gbps(outcome);
    assertThat(gbps).isCloseTo(42, within(2.5));
    CORES.row("one connection to one core, Gb/s (fitted)", "42", Cells.number(gbps, 1));
    CpuCounts cpu = outcome.run().counts().cpu();
    assertThat((double) cpu.mostBusyPs() / outcome.run().endPs())
        .as("cores of the busiest host")
        .isCloseTo(1, within(0.03));
    double copyPs = BYTES * 0.33 / 3.4e9 * 1e12;
    assertThat(copyPs / cpu.mostBusyPs()).isCloseTo(0.5, within(0.05));
    CORES.row(
        "share of that core for the copy (fitted)",
        "49 %",
        Cells.share(copyPs / cpu.mostBusyPs(), 0));
    assertThat(cpu.copiedBytes()).as("once at each end").isEqualTo(2 * BYTES);
  }

  /** A core that sends to many hosts: 89 Gb/s (section 3.4). */
  @Test
  void shouldSend89GbpsWithACore() {
    Lab lab = Lab.star(9, "100Gbps", "1us");
    for (int host = 1; host <= 8; host++) {
      lab.flow(0, host, BYTES / 8, 0);
    }
    Lab.Outcome outcome = tcp(lab, 1).run();
    double gbps = gbps(outcome);
    assertThat(gbps).isCloseTo(89, within(5.0));
    CORES.row("one core to eight hosts, Gb/s (fitted)", "89", Cells.number(gbps, 1));
  }

  /**
   * With two cores 60 to 80 % of the link. Where connections share a core fewer segments of one
   * follow one another, so less is merged: the paper's incast, section 3.3, has that too.
   */
  @ParameterizedTest(name = "{0} connections, {1} cores")
  @CsvSource({"2, 2, 60, 85", "8, 2, 60, 85", "8, 1, 30, 46", "8, 4, 95, 100"})
  void shouldBeWorthACoreForEveryFortyGbps(int connections, int cores, int least, int most) {
    double gbps = gbps(pair(connections, cores).run());
    assertThat(gbps).isBetween((double) least, (double) most);
    CORES.row(
        "%d connections, cores of the receiver: %d, Gb/s".formatted(connections, cores),
        connections == 8 && cores == 1 ? "less than one connection" : "",
        Cells.number(gbps, 1));
  }

  /** Six times the packets: what each costs is what counts. */
  @Test
  void shouldSufferFromSmallFrames() {
    double jumbo = gbps(pair(1, 1).run());
    double small = gbps(pair(1, 1).set(TransportKnobs.MTU, "1500").run());
    assertThat(small).isLessThan(0.5 * jumbo);
  }

  /** Work that costs nothing is done all the same. */
  @Test
  void shouldReachLineRateWhereNothingCostsAnything() {
    Lab lab = pair(2, 1);
    List.of(
            CpuKnobs.SYSCALL,
            CpuKnobs.SEND_COPY,
            CpuKnobs.RECEIVE_COPY,
            CpuKnobs.PACKET,
            CpuKnobs.ACK,
            CpuKnobs.AGGREGATE,
            CpuKnobs.INTERRUPT)
        .forEach(cost -> lab.set(cost, "0"));
    assertThat(gbps(lab.run())).isGreaterThan(95);
  }

  @Test
  void shouldComeFreeInTheNic() {
    Lab.Outcome iwarp = pair(1, 1).set(Presets.named("iwarp").orElseThrow().settings()).run();
    assertThat(gbps(iwarp)).isGreaterThan(95);
    assertThat(iwarp.run().counts().cpu()).isEqualTo(CpuCounts.NONE);
  }
}
