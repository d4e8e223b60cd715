package dev.headroom.sim.collective;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.headroom.model.collective.Collective;
import dev.headroom.model.scenario.Scenario;
import dev.headroom.model.scenario.ScenarioReader;
import dev.headroom.model.training.GpuGraph;
import dev.headroom.model.training.GraphText;
import dev.headroom.sim.RunOptions;
import dev.headroom.sim.Simulation;
import dev.headroom.sim.measure.GpuWait;
import dev.headroom.sim.measure.JobResult;
import dev.headroom.sim.measure.RunResult;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeSet;
import org.assertj.core.data.Percentage;
import org.assertj.core.groups.Tuple;
import org.junit.jupiter.api.Test;

/** GPUs that do what a graph says. */
final class GraphRunTest {
  private static final long US = 1_000_000;

  private static Scenario scenario(int machines, String graph, String... sets) {
    String text =
        """
        fabric:
          topology: rail-optimized
          servers: %d
          rails: 1
          links: {rate: 400Gbps, cable: 30m}
        workload:
          type: graph
          machine: dgx-h100
          perMachine: 1
          graph: |
        %s
        """
            .formatted(machines, graph.indent(4));
    return switch (ScenarioReader.read(text, "g.yaml", List.of(sets), _ -> Optional.empty())) {
      case ScenarioReader.Good good -> good.scenario();
      case ScenarioReader.Bad bad -> throw new IllegalArgumentException(bad.problems().toString());
    };
  }

  private static RunResult run(Scenario scenario, int threads, int partitions) {
    return Simulation.run(
        scenario, new RunOptions(threads, partitions, false), _ -> {}, (_, _, _) -> true);
  }

  private static JobResult job(int machines, String graph, String... sets) {
    RunResult result = run(scenario(machines, graph, sets), 1, 1);
    assertThat(result.outcome()).isEqualTo(RunResult.Outcome.FINISHED);
    return result.schedules().getFirst().job().orElseThrow();
  }

  /**
   * What no kernel hides is exposed; what a receiver waits for a late sender no network shortens.
   */
  @Test
  void shouldChargeWaitingToTheCallsThatAreUnderWay() {
    String graph = "gpu 0..1\ncompute 100us\nall all-reduce 64MiB after 0\ncompute 100us after 1\n";
    JobResult job = job(2, graph);
    JobResult.Calls calls = job.calls().getFirst();
    assertThat(calls.exposedPs()).isEqualTo(calls.busyPs());
    assertThat(calls.exposedPs()).isEqualTo(job.gpus().getFirst().exposedPs());
    JobResult hidden = job(2, "gpu 0..1\nall all-reduce 64MiB\ncompute 100ms\n");
    assertThat(hidden.calls().getFirst().exposedPs()).isZero();
    JobResult late = job(2, "gpu 0\ncompute 1ms\nsend 1 1MiB after 0\ngpu 1\nreceive 0 1MiB\n");
    assertThat(late.calls().getFirst().bubblePs()).isBetween(400 * US, 1_000 * US);
    assertThat(late.calls().getFirst().exposedPs()).isBetween(1L, 200 * US);
  }

  /**
   * Kernels and CPU thread each take their nodes in turn, when those that they wait for are done.
   */
  @Test
  void shouldEndWhenTheLongestWayThroughTheGraphDoes() {
    Random random = new Random(20261122);
    for (int i = 0; i < 50; i++) {
      List<List<GpuGraph.Node>> nodes = new ArrayList<>();
      List<Long> ends = new ArrayList<>();
      for (int gpu = 0; gpu < 2; gpu++) {
        List<GpuGraph.Node> own = nodes(random);
        nodes.add(own);
        ends.add(end(own));
      }
      String text = GraphText.write(new GpuGraph(Map.of(), nodes));
      assertThat(job(2, text).gpus()).as(text).extracting(JobResult.Gpu::donePs).isEqualTo(ends);
    }
  }

  private static List<GpuGraph.Node> nodes(Random random) {
    List<GpuGraph.Node> nodes = new ArrayList<>();
    int count = 1 + random.nextInt(40);
    for (int i = 0; i < count; i++) {
      TreeSet<Integer> after = new TreeSet<>();
      for (int k = random.nextInt(4); i > 0 && k > 0; k--) {
        after.add(random.nextInt(i));
      }
      nodes.add(
          new GpuGraph.Compute(random.nextBoolean(), random.nextInt(9) * US, List.copyOf(after)));
    }
    return nodes;
  }

  private static long end(List<GpuGraph.Node> nodes) {
    long[] free = new long[2];
    long[] ends = new long[nodes.size()];
    for (int i = 0; i < ends.length; i++) {
      GpuGraph.Compute node = (GpuGraph.Compute) nodes.get(i);
      int engine = node.onCpu() ? 1 : 0;
      long begins = free[engine];
      for (int before : node.after()) {
        begins = Math.max(begins, ends[before]);
      }
      ends[i] = begins + node.ps();
      free[engine] = ends[i];
    }
    return Arrays.stream(ends).max().orElseThrow();
  }

  /** Fourteen messages one after another take fourteen times what one takes. */
  @Test
  void shouldPassMessagesRoundARing() {
    long one = job(8, "gpu 0\nsend 1 128KiB\ngpu 1\nreceive 0 128KiB\n").donePs();
    StringBuilder ring = new StringBuilder();
    for (int gpu = 0; gpu < 8; gpu++) {
      ring.append("gpu ").append(gpu).append('\n');
      for (int step = 0; step < 14; step++) {
        String after = step == 0 ? "" : " after " + (2 * step - 1);
        ring.append("send %d 128KiB%s\n".formatted((gpu + 1) % 8, after));
        ring.append("receive %d 128KiB\n".formatted((gpu + 7) % 8));
      }
    }
    assertThat((double) job(8, ring.toString()).donePs())
        .isCloseTo(14.0 * one, Percentage.withPercentage(1));
  }

  /** A receiver that posts early waits for its sender, which is no part of the transfer. */
  @Test
  void shouldCountATransferFromWhenItsSenderHasPosted() {
    String send = "gpu 0\ncompute %s\nsend 1 64MiB after 0\ngpu 1\nreceive 0 64MiB\n";
    JobResult.Calls late = job(2, send.formatted("10ms")).calls().getFirst();
    assertThat(late.busBytesPerSecond()).isBetween(30e9, 50e9);
    JobResult.Calls early = job(2, send.formatted("1us")).calls().getFirst();
    assertThat(late.busyPs()).isCloseTo(early.busyPs(), Percentage.withPercentage(1));
  }

  /** To a receiver that posts late much has come by then; no link was faster for that. */
  @Test
  void shouldNotBeFasterThanTheLinkWhereTheReceiverIsLate() {
    String late = "gpu 0\nsend 1 64MiB\ngpu 1\ncompute 10ms\nreceive 0 64MiB after 0\n";
    assertThat(job(2, late).calls().getFirst().busBytesPerSecond()).isBetween(30e9, 55e9);
  }

  @Test
  void shouldRunCallsOfDifferentGroupsAtOnce() {
    String alone = "group odd: 1,3\ngroup even: 0,2\ngpu 0,2\neven all-reduce 8MiB\n";
    String both = alone + "gpu 1,3\nodd all-reduce 8MiB\n";
    assertThat(job(4, both).donePs()).isEqualTo(job(4, alone).donePs());
    String after = "gpu 0..3\nall all-reduce 8MiB\nall all-reduce 8MiB\ncompute 1us after 1\n";
    String first = "gpu 0..3\nall all-reduce 8MiB\n";
    assertThat(job(4, after).donePs()).isGreaterThan(2 * job(4, first).donePs());
  }

  @Test
  void shouldNotDependOnThreadsOrPartitions() {
    String graph =
        """
        group odd: 1,3,5,7
        gpu 0,2,4,6
        compute 10us
        all all-reduce 1MiB after 0
        cpu 3us after 0
        gpu 1,3,5,7
        odd all-gather 4MiB
        compute 10us
        all all-reduce 1MiB after 0
        """;
    Scenario scenario = scenario(8, graph);
    String alone = run(scenario, 1, 1).digest();
    assertThat(run(scenario, 2, 3).digest()).isEqualTo(alone);
    assertThat(run(scenario, 2, 8).digest()).isEqualTo(alone);
  }

  @Test
  void shouldSayWhoWaitsForWhomWhenALinkIsLost() {
    RunResult result =
        run(
            scenario(
                4,
                "gpu 0..3\ncompute 5us\nall all-reduce 8MiB after 0\ncompute 5us after 1\n",
                "fabric.failures=[{link: \"host-2*/*\", down: 20us}]",
                "transport.ackTimeout=4",
                "transport.retryCount=1",
                "run.stop=50ms"),
            1,
            1);
    assertThat(result.outcome()).isEqualTo(RunResult.Outcome.UNFINISHED);
    assertThat(result.schedules().getFirst().job().orElseThrow().waiting())
        .extracting(JobResult.Waiting::gpu, JobResult.Waiting::reason, JobResult.Waiting::operation)
        .contains(Tuple.tuple(2, new GpuWait.Call("all", Collective.ALL_REDUCE, 0, List.of()), 1));
    assertThat(result.schedules().getFirst().job().orElseThrow().waiting().getFirst().sincePs())
        .isEqualTo(5 * US);
  }

  /** A mean is over all GPUs that wait, whether or not a call is over on any. */
  @Test
  void shouldSayWhatGpusWaitedForACallThatIsNotOver() {
    Scenario scenario = scenario(4, "gpu 0..3\nall all-reduce 1GiB\n", "run.stop=500us");
    JobResult job = run(scenario, 1, 1).schedules().getFirst().job().orElseThrow();
    JobResult.Calls calls = job.calls().getFirst();
    assertThat(calls.exposedPs()).isEqualTo(500 * US);
    assertThat(calls.mostExposedPs()).isEqualTo(500 * US);
    assertThat(calls.gpus()).isEqualTo(4);
    assertThat(calls.calls()).isZero();
  }

  /** What one kernel is over tells as many others as there are. */
  @Test
  void shouldBeginAnyNumberOfMessagesAtOnce() {
    int peers = 300;
    StringBuilder graph = new StringBuilder("gpu 0\ncompute 1us\n");
    for (int peer = 1; peer <= peers; peer++) {
      graph.append("send %d 1KiB after 0\n".formatted(peer));
    }
    graph.append("gpu 1..%d\nreceive 0 1KiB\n".formatted(peers));
    assertThat(job(peers + 1, graph.toString(), "pfc.enabled=false").calls().getFirst())
        .extracting(JobResult.Calls::groups)
        .isEqualTo(peers);
  }

  @Test
  void shouldAwaitAnyNumberOfMessagesAtOnce() {
    int peers = 300;
    StringBuilder graph = new StringBuilder("gpu 0\n");
    StringBuilder all = new StringBuilder();
    for (int peer = 1; peer <= peers; peer++) {
      graph.append("receive %d 1KiB\n".formatted(peer));
      all.append(peer == 1 ? "0" : "," + (peer - 1));
    }
    graph.append("compute 1ms after " + all + "\n");
    graph.append("gpu 1..%d\nsend 0 1KiB\n".formatted(peers));
    assertThat(job(peers + 1, graph.toString(), "pfc.enabled=false").gpus().getFirst())
        .satisfies(gpu -> assertThat(gpu.donePs()).isGreaterThan(1_000 * US));
  }

  @Test
  void shouldSayWhatIsWrongWithAGraph() {
    assertThatThrownBy(() -> scenario(2, "gpu 0\ncompute 5\n"))
        .hasMessageContaining("line 2")
        .hasMessageContaining("a time such as 556us");
    assertThatThrownBy(() -> scenario(2, "gpu 0\ncompute 5us after 0\n"))
        .hasMessageContaining("there is no node before this one 0");
    assertThatThrownBy(() -> scenario(2, "gpu 0\nsend 1 1KiB\n"))
        .hasMessageContaining(
            "GPU 0 sends 1 times to GPU 1, but that GPU receives 0 times from it");
    assertThatThrownBy(() -> scenario(2, "gpu 0\nal all-reduce 1KiB\n"))
        .hasMessageContaining("'al' is neither a node nor a group; did you mean 'all'?");
    assertThatThrownBy(() -> scenario(2, "compute 1us\n"))
        .hasMessageContaining("this line has no GPU");
    assertThatThrownBy(() -> scenario(2, "gpu 0..2\n")).hasMessageContaining("there is no GPU 2");
  }
}
