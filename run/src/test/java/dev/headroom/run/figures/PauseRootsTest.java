package dev.headroom.run.figures;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.model.fabric.Fabric;
import dev.headroom.model.fabric.Link;
import dev.headroom.model.fabric.Node;
import dev.headroom.run.summary.MadeRun;
import dev.headroom.run.summary.RunSummary;
import dev.headroom.sim.measure.PortResult;
import dev.headroom.unit.Rate;
import dev.headroom.unit.Time;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

final class PauseRootsTest {

  @Test
  void shouldTraceAPauseTreeToItsRoot() {
    RunSummary summary = MadeRun.incast64().summary();

    assertThat(summary.network().roots())
        .extracting(PauseRoot::place)
        .containsExactly("leaf-2 → host-17");
    assertThat(summary.network().roots().getFirst().pauses())
        .isEqualTo(summary.result().counts().pauses());
    assertThat(summary.network().roots().getFirst().cyclic()).isFalse();
  }

  @Test
  void shouldFindNoneWhereNothingPaused() {
    assertThat(MadeRun.permutation64().summary().network().roots()).isEmpty();
  }

  /** What pauses one port longest need not be what pauses all ports longest. */
  @Test
  void shouldTraceAPortToItsOwnRoot() {
    List<Node> nodes = new ArrayList<>();
    List<Link> links = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      nodes.add(new Node(i, "host-" + i, Node.Kind.HOST, 0, i));
      links.add(new Link(4 + i / 2, i, Rate.ofGbps(100), Time.ofNanos(500), 0));
    }
    nodes.add(new Node(4, "switch-0", Node.Kind.SWITCH, 1, 0));
    nodes.add(new Node(5, "switch-1", Node.Kind.SWITCH, 1, 1));
    PortLoad longest = load(2, 3, 5, 400, 0);
    PortLoads ports =
        new PortLoads(
            new Fabric("two switches", nodes, links),
            List.of(
                load(0, 0, 4, 300, 0),
                load(1, 1, 4, 300, 0),
                longest,
                load(3, 4, 0, 0, 9_000),
                load(4, 5, 2, 0, 9_000)));

    assertThat(PauseRoots.of(ports))
        .extracting(PauseRoot::place)
        .containsExactly("switch-0 → host-0", "switch-1 → host-2");
    assertThat(PauseRoots.rootOf(longest, ports)).isEqualTo("switch-1 → host-2");
  }

  /** What comes down goes on down: the queue that goes up again is none of its business. */
  @Test
  void shouldFindNoRingWhereWhatCameDownGoesOnDown() {
    List<Node> nodes =
        List.of(
            new Node(0, "host-0", Node.Kind.HOST, 0, 0),
            new Node(1, "host-1", Node.Kind.HOST, 0, 1),
            new Node(2, "leaf-0", Node.Kind.SWITCH, 1, 0),
            new Node(3, "leaf-1", Node.Kind.SWITCH, 1, 1),
            new Node(4, "spine-0", Node.Kind.SWITCH, 2, 0),
            new Node(5, "spine-1", Node.Kind.SWITCH, 2, 1));
    List<Link> links = new ArrayList<>();
    for (int[] ends : new int[][] {{0, 2}, {1, 3}, {2, 4}, {2, 5}, {3, 4}, {3, 5}}) {
      links.add(new Link(ends[0], ends[1], Rate.ofGbps(100), Time.ofNanos(500), 0));
    }
    PortLoad down = load(0, 4, 2, 400, 5_000);
    PortLoads ports =
        new PortLoads(
            new Fabric("two spines", nodes, links),
            List.of(
                down,
                load(1, 2, 5, 300, 9_000), // the deepest of leaf-0, paused by spine-1
                load(2, 5, 2, 300, 9_000), // the deepest of spine-1, paused by leaf-0
                load(3, 2, 0, 0, 4_000)));

    assertThat(PauseRoots.rootOf(down, ports)).isEqualTo("leaf-0 → host-0");
    assertThat(PauseRoots.of(ports)).extracting(PauseRoot::cyclic).containsOnly(false);
  }

  @Test
  void shouldCallARingOfSwitchesOne() {
    List<Node> nodes = new ArrayList<>();
    List<Link> links = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      nodes.add(new Node(i, "switch-" + i, Node.Kind.SWITCH, 1, i));
      links.add(new Link(i, (i + 1) % 3, Rate.ofGbps(100), Time.ofNanos(500), 0));
    }
    PortLoads ports =
        new PortLoads(
            new Fabric("ring", nodes, links),
            List.of(
                load(0, 0, 1, 400, 9_000), load(1, 1, 2, 400, 9_000), load(2, 2, 0, 400, 9_000)));

    assertThat(PauseRoots.of(ports)).extracting(PauseRoot::cyclic).containsOnly(true);
  }

  private static PortLoad load(int index, int node, int peer, long pausedPs, long queue) {
    long[] none = new long[8];
    PortResult port =
        new PortResult(
            node,
            0,
            index,
            peer,
            100_000_000_000L,
            none,
            none,
            none,
            none,
            none,
            none,
            none,
            none,
            0,
            0,
            none,
            none,
            0);
    return new PortLoad(index, port, 0, 0, pausedPs, pausedPs > 0 ? 1 : 0, queue, 0, 0, 0, 0);
  }
}
