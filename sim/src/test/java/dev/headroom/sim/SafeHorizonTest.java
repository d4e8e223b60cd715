package dev.headroom.sim;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.model.knob.CongestionKnobs;
import dev.headroom.model.knob.PfcKnobs;
import dev.headroom.model.knob.SwitchKnobs;
import dev.headroom.model.knob.TransportKnobs;
import dev.headroom.model.scenario.Presets;
import dev.headroom.sim.fabric.Partition;
import dev.headroom.sim.kernel.EventQueue;
import dev.headroom.sim.workload.FlowStateTable;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What is said of how long a run goes on, beside how long it does. */
final class SafeHorizonTest {
  private static final long STEP_PS = Lab.US;

  /** What was said at a time. */
  private record Said(long atPs, long untilPs) {}

  /** Runs until all flows are complete; returns when that is, and fills in what was said. */
  private static long run(Lab lab, List<Said> said) {
    SimulationSetup assembly = SimulationSetup.of(lab.scenario(), 1, false);
    FlowStateTable book = assembly.flowStates();
    SafeHorizon safeHorizon = new SafeHorizon(book, assembly.transport(), 100_000_000_000L);
    Partition all = assembly.network().partitions().getFirst();
    for (long nowPs = 0; nowPs < 100 * Lab.MS; nowPs += STEP_PS) {
      all.advance(nowPs);
      long last = 0;
      for (int flow = 0; flow < book.program().flows() && last >= 0; flow++) {
        long done = book.donePs(flow);
        last = done < 0 ? -1 : Math.max(last, done);
      }
      if (last >= 0) {
        return last;
      }
      said.add(new Said(nowPs, safeHorizon.goesOnUntilPs(nowPs, EventQueue.NEVER)));
    }
    throw new AssertionError("the flows are not complete");
  }

  private static Lab lab() {
    return Lab.shape(
        "leaf-spine",
        "fabric.leaves=2",
        "fabric.spines=2",
        "fabric.hostsPerLeaf=4",
        "fabric.links.rate=100Gbps");
  }

  private static Lab busy() {
    Lab lab = lab();
    for (int i = 0; i < 8; i++) {
      lab.flow(i, (i + 4) % 8, 300_000 + 10_000L * i, i * 3L * Lab.US);
      lab.flow(i, (i + 5) % 8, 1_000, 0);
    }
    return lab;
  }

  /** It never says more than what holds, and most of the time it says something. */
  @ParameterizedTest
  @CsvSource({
    "rocev2, write, false",
    "rocev2, read, false",
    "rocev2, send, true",
    "rocev2, write, true",
    "irn, write, true",
    "infiniband, write, false",
    "uec, write, true",
    "srd, write, true",
    "falcon, write, true",
    "uec, read, true",
    "srd, read, true",
    "falcon, read, true",
  })
  void shouldNeverPromiseTooMuch(String preset, String operation, boolean lossy) {
    Lab lab = busy();
    Presets.named(preset).ifPresent(it -> lab.set(it.settings()));
    lab.set(TransportKnobs.OPERATION, operation);
    if (lossy && !"uec".equals(preset)) {
      lab.set(PfcKnobs.PFC, "false")
          .set(SwitchKnobs.SWITCH_BUFFER, "64KiB")
          .set(CongestionKnobs.KMIN, "5KB")
          .set(TransportKnobs.ACK_TIMEOUT, "5");
    }
    List<Said> said = new ArrayList<>();
    long donePs = run(lab, said);
    assertThat(said).allMatch(it -> it.untilPs() <= donePs);
    assertThat(said.stream().filter(it -> it.untilPs() > it.atPs() + 4 * Lab.US).count())
        .as("times at which it knew of more than 4 us ahead, of %d", said.size())
        .isGreaterThan(5);
  }

  @Test
  void shouldKnowThatAFlowHasYetToBegin() {
    List<Said> said = new ArrayList<>();
    long donePs = run(lab().flow(0, 5, 100, 70 * Lab.US), said);
    assertThat(said.getFirst().untilPs()).isEqualTo(70 * Lab.US).isLessThan(donePs);
  }

  @Test
  void shouldSayNothingOfTcp() {
    Lab lab = lab().flow(0, 5, 400_000, 0);
    lab.set(Presets.named("tcp").orElseThrow().settings());
    List<Said> said = new ArrayList<>();
    run(lab, said);
    assertThat(said).isNotEmpty().allMatch(it -> it.untilPs() == it.atPs());
  }
}
