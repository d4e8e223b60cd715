package dev.headroom.run.summary;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.model.fabric.Fabric;
import dev.headroom.run.figures.UnfinishedFlow;
import dev.headroom.sim.measure.Deadlock;
import dev.headroom.sim.measure.PauseSpan;
import java.util.BitSet;
import java.util.List;
import org.junit.jupiter.api.Test;

final class UnfinishedFlowReasonsTest {
  private static final int OPEN = 9;

  @Test
  void shouldSayThatAFlowStandsInADeadlock() {
    MadeRun run = MadeRun.incast64().unfinished(OPEN);
    Fabric fabric = run.scenario().fabric();
    List<UnfinishedFlow> before = run.summary().flows().unfinishedFlow();
    assertThat(before)
        .hasSize(OPEN)
        .noneMatch(unfinishedFlow -> unfinishedFlow.reason().contains("deadlock"));

    int first = before.get(0).flow();
    int second = before.get(1).flow();
    int node = fabric.hosts().get(run.scenario().flows().source(first)).id();
    List<Integer> ring = fabric.switches().stream().limit(4).map(s -> s.id()).toList();
    BitSet inside = new BitSet();
    inside.set(second);
    Deadlock deadlock =
        new Deadlock(ring, List.of(new PauseSpan(node, 0, ring.get(0), 3, 0, 1)), inside);
    RunSummary summary = run.deadlocked(deadlock).summary();

    String through =
        "cyclic PFC pauses through %s, %s, %s and 1 more"
            .formatted(name(fabric, ring, 0), name(fabric, ring, 1), name(fabric, ring, 2));
    assertThat(why(summary, first)).startsWith("deadlock: ").doesNotContain(through);
    assertThat(why(summary, second))
        .startsWith("deadlock: its packets are blocked in switches; ")
        .doesNotContain("more at that rate");
    long deadlocked =
        summary.flows().unfinishedFlow().stream().filter(UnfinishedFlow::deadlocked).count();
    assertThat(deadlocked)
        .isEqualTo(
            summary.flows().unfinishedFlow().stream()
                .filter(s -> s.reason().startsWith("deadlock"))
                .count());
    assertThat(summary.deadlock())
        .as("the reason, once")
        .contains(
            deadlocked
                + (deadlocked == 1 ? " flow is blocked" : " flows are blocked")
                + " in it: "
                + through);
    assertThat(summary.headline().text()).contains("deadlock (" + through + ")");
  }

  @Test
  void shouldNameTheNodesOfAShortCycle() {
    MadeRun run = MadeRun.incast64();
    Fabric fabric = run.scenario().fabric();
    List<Integer> ring = fabric.switches().stream().limit(3).map(s -> s.id()).toList();
    assertThat(UnfinishedFlowReasons.ring(cycle(ring), run.scenario()))
        .isEqualTo(
            "cyclic PFC pauses through %s, %s and %s"
                .formatted(name(fabric, ring, 0), name(fabric, ring, 1), name(fabric, ring, 2)));
    assertThat(UnfinishedFlowReasons.ring(cycle(ring.subList(0, 2)), run.scenario()))
        .endsWith(" through %s and %s".formatted(name(fabric, ring, 0), name(fabric, ring, 1)));
  }

  private static Deadlock cycle(List<Integer> ring) {
    return new Deadlock(ring, List.of(), new BitSet());
  }

  private static String name(Fabric fabric, List<Integer> ring, int index) {
    return fabric.nodes().get(ring.get(index)).name();
  }

  private static String why(RunSummary summary, int flow) {
    return summary.flows().unfinishedFlow().stream()
        .filter(unfinishedFlow -> unfinishedFlow.flow() == flow)
        .findFirst()
        .orElseThrow()
        .reason();
  }
}
