package dev.headroom.run.summary;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.model.scenario.ScenarioReader;
import dev.headroom.run.figures.FlowStatistics;
import dev.headroom.run.figures.NumberText;
import dev.headroom.run.figures.PartResult;
import dev.headroom.run.figures.PortLoad;
import dev.headroom.run.figures.UnfinishedFlow;
import dev.headroom.sim.RunOptions;
import dev.headroom.sim.Simulation;
import dev.headroom.sim.measure.DropCause;
import dev.headroom.sim.measure.RunResult;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What the sentence of a run blames, held beside runs whose cause is known. */
final class HeadlineOfRunsTest {
  private static final String LEAF_SPINE =
      """
      fabric: {topology: leaf-spine, leaves: 2, spines: 2, hostsPerLeaf: 2, links: {rate: 100Gbps}}
      workload: {type: permutation, size: 4MB, shift: 2}
      """;

  private static final String ALL_DOWN = "[{link: leaf-0/*, down: 50us, up: 300ms}]";

  private static final String STAR =
      "fabric: {topology: single, hosts: 8, links: {rate: 100Gbps, cable: 5m}}\n";

  /** One cable that came up at less holds all up, whatever is sent over it. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "rail-optimized, servers: 4, rails: 8, spines: 8|host-3-rail-2/*|type: nccl, collective: all-reduce, size: 64MiB",
        "leaf-spine, leaves: 2, spines: 2, hostsPerLeaf: 4|host-5/leaf-1|type: all-reduce, size: 16MiB",
        "leaf-spine, leaves: 2, spines: 2, hostsPerLeaf: 4|host-5/leaf-1|type: permutation, size: 4MB"
      })
  void shouldNameTheOneLinkThatIsSlow(String fabric, String link, String workload) {
    RunSummary run =
        run(
            """
            fabric:
              topology: %s
              links: {rate: 400Gbps, cable: 30m, exceptions: [{link: %s, rate: 100Gbps}]}
            workload: {%s}
            """
                .formatted(
                    fabric.replaceFirst(", ", "\n  ").replace(", ", "\n  "), link, workload));
    assertThat(run.headline().text())
        .contains(link.replaceFirst("/.*", ""))
        .contains("at 100 Gb/s, where most links of its kind have 400 Gb/s");
  }

  @Test
  void shouldNotLookForLatencyWhereNothingIsSent() {
    RunSummary run =
        run(
            """
            fabric: {topology: single, hosts: 8, links: {rate: 400Gbps}}
            workload: {type: nccl, machine: dgx-h100, collective: all-reduce, size: 2MB}
            """);
    assertThat(run.headline().text()).endsWith(": all of its messages stayed inside the machine.");
  }

  /** A run that is over before a link fails says nothing about that. */
  @Test
  void shouldSayWhichFailuresARunDidNotReach() {
    RunSummary run =
        run(
            LEAF_SPINE,
            "fabric.failures=[{link: leaf-0/spine-0, down: 90ms}, {link: leaf-1/spine-1, down: 50us, up: 1s}]");
    assertThat(UnreachedFailures.of(run)).containsExactly("leaf-0/spine-0 at 90.0 ms");
  }

  /** Another class has a deeper queue, and nothing to do with it. */
  @Test
  void shouldLookForTheRootOfPausesInTheirClass() {
    RunSummary run =
        run(
            STAR
                + """
                congestion: none
                pfc: {classes: [3], xoff: 40KB}
                workload:
                  - {type: incast, hosts: "host-0..3", receiver: host-0, fanIn: 3, size: 4MB}
                  - type: incast
                    hosts: host-4..7
                    receiver: host-7
                    fanIn: 3
                    size: 4MB
                    transport: {class: 1}
                """);
    assertThat(run.headline().text()).endsWith("; the pauses start at switch-0 → host-0.");
    assertThat(run.workload().parts()).extracting(PartResult::priority).containsExactly(3, 1);
  }

  /** What stood before the first flow started, or where nothing was to be sent, held nobody up. */
  @ParameterizedTest
  @ValueSource(strings = {"host-1, from: 0us, until: 990us", "host-2, from: 0us, until: 10ms"})
  void shouldNotBlamePausesThatHeldNobodyUp(String storm) {
    RunSummary run =
        run(
            STAR
                + "workload: {type: flows, flows: [{from: host-0, to: host-1, size: 2MB, start: 1ms}]}",
            "fabric.failures=[{host: %s}]".formatted(storm));
    assertThat(run.result().counts().pausedPs()).isPositive();
    assertThat(run.headline().kind()).isNotEqualTo(Headline.Kind.PAUSES);
    assertThat(run.network().ports().loads())
        .filteredOn(load -> load.packets() > 0)
        .extracting(PortLoad::pausedShare)
        .allMatch(share -> share < 0.01);
  }

  /** Who is paused in one class sends on in another. */
  @Test
  void shouldNotTakeAFlowForPausedInAnotherClass() {
    RunSummary run =
        run(
            STAR
                + """
                congestion: none
                pfc: {classes: [3]}
                workload:
                  type: flows
                  flows:
                    - {from: host-0, to: host-1, size: 20MB}
                    - {from: host-0, to: host-2, size: 1TB, class: 1}
                run: {stop: 5ms}
                """,
            "fabric.failures=[{host: host-1, from: 10us}]");
    assertThat(run.flows().unfinishedFlow()).extracting(UnfinishedFlow::reason).hasSize(2);
    assertThat(run.flows().unfinishedFlow().getFirst().reason())
        .contains("its sender was paused by switch-0");
    assertThat(run.flows().unfinishedFlow().getLast().reason())
        .doesNotContain("paused")
        .contains("done at 9");
  }

  /** PFC is not to blame for what a link loses, nor for what a lossy class drops. */
  @Test
  void shouldCountAsLosslessWhatWasDroppedForRoomAlone() {
    String graph =
        """
        fabric:
          topology: graph
          nodes: {hosts: [a, b, c], switches: [s]}
          links:
            - {a: a, b: s, rate: 100Gbps, delay: 1us}
            - {a: b, b: s, rate: 100Gbps, delay: 1us, loss: 0.001}
            - {a: s, b: c, rate: 100Gbps, delay: 1us}
        congestion: none
        overrides: [{select: c, hosts.drain: 90Gbps, hosts.receiveBuffer: 600KB}]
        transport: {ackTimeout: 9}
        pfc: {classes: [3]}
        workload:
          type: flows
          flows:
            - {from: a, to: b, size: 10MB, class: 3}
            - {from: a, to: c, size: 20MB, class: 1}
        run: {stop: 1s}
        """;
    RunSummary run = run(graph);
    assertThat(run.result().counts().drops().keySet())
        .containsExactlyInAnyOrder(DropCause.BIT_ERROR, DropCause.HOST_BUFFER);
    assertThat(run.result().counts().losslessDrops().keySet()).containsExactly(DropCause.BIT_ERROR);
    assertThat(run.headline().kind()).isEqualTo(Headline.Kind.LOSS);
  }

  /** One prompt alone waits for no turn; of two at once the second does. */
  @Test
  void shouldSayWhenFirstTokensCame() {
    String text =
        """
        fabric: {topology: rail-optimized, servers: 2, rails: 8, links: {rate: 400Gbps}}
        workload: {type: inference, requests: %d, arrivals: even, rate: 1000000, prompt: 2000}
        """;
    RunSummary one = run(text.formatted(1));
    assertThat(one.headline().kind()).isEqualTo(Headline.Kind.INFERENCE);
    assertThat(one.headline().text())
        .startsWith("The first token of a prompt came after ")
        .contains(": 0 % of that time was queueing for the GPUs, ");
    RunSummary two = run(text.formatted(2));
    long[] times = two.workloads().getFirst().inference().orElseThrow().firstTokenPs();
    double turn = (double) (times[1] - times[0]) / (times[0] + times[1]);
    assertThat(turn).isBetween(0.25, 0.34);
    assertThat(two.headline().text())
        .contains(
            ": %s of that time was queueing for the GPUs, ".formatted(NumberText.percent(turn)));
  }

  @Test
  void shouldSayThatReceiversWereNotReady() {
    RunSummary run =
        run(
            STAR
                + """
                congestion: none
                transport:
                  operation: send
                  messageSize: 4096B
                  receiveQueue: 1
                  receiveRepost: 20us
                  rnrTimer: 1
                workload: {type: flows, flows: [{from: host-0, to: host-1, size: 12288B}]}
                """);
    long refusals = run.result().counts().rnrNaks();
    assertThat(refusals).isGreaterThan(1);
    assertThat(run.headline().text())
        .contains("; receivers were not ready %d times (RNR NAK)".formatted(refusals));
  }

  /** A link that slows down loses nothing; what went down later did. */
  @Test
  void shouldNameTheFailureThatLostPackets() {
    RunSummary run =
        run(
            LEAF_SPINE,
            "fabric.failures=[{link: host-0/leaf-0, from: 20us, until: 30us, rate: 50%},"
                + " {link: leaf-0/spine-0, down: 50us, up: 60us},"
                + " {link: leaf-0/spine-1, down: 50us, up: 60us}]");
    assertThat(run.result().counts().drops()).isNotEmpty();
    assertThat(run.headline().text())
        .startsWith("2 links, such as leaf-0/spine-0, went down at 50.0 us, one of 2 failures: ");
  }

  /** The way back of a dumbbell is no other way; all of its flows share the one there is. */
  @Test
  void shouldNotTakeTheWayBackForAnotherWay() {
    RunSummary run =
        run(
            """
            fabric: {topology: dumbbell, left: 4, right: 4, links: {rate: 100Gbps}}
            congestion: swift
            workload:
              type: flows
              flows:
                - {from: host-0, to: host-4, size: 4MB}
                - {from: host-1, to: host-5, size: 4MB}
                - {from: host-2, to: host-6, size: 4MB}
            """);
    assertThat(run.headline().kind()).isEqualTo(Headline.Kind.BOTTLENECK);
    assertThat(run.headline().text())
        .startsWith("The switch-0 → switch-1 link was busy 9")
        .endsWith("and no parallel link exists: all traffic that crosses it shares it.");
    assertThat(NextStep.after(run).orElseThrow().key()).isEqualTo("congestion");
  }

  /** One packet of the last message lost: nobody says so, and the sender waits. */
  @Test
  void shouldSayHowLongSendersWaitedForTimeouts() {
    RunSummary run = run(LEAF_SPINE, "fabric.links.loss=0.01", "transport.ackTimeout=8");
    long timeouts = run.result().counts().streams().timeouts();
    assertThat(timeouts).isPositive();
    assertThat(run.headline().text())
        .endsWith(
            "; senders waited for %s of 1.05 ms (transport.ackTimeout 8)."
                .formatted(NumberText.plural(timeouts, "timeout", "timeouts")));
  }

  @ParameterizedTest
  @ValueSource(strings = {"rocev2", "infiniband", "uec", "srd", "falcon", "tcp", "iwarp"})
  void shouldCountTheTimeoutsOfEachTransport(String transport) {
    String type = "transport=" + transport;
    assertThat(run(LEAF_SPINE, type).result().counts().streams().timeouts()).isZero();
    RunSummary down = run(LEAF_SPINE, type, "run.stop=2s", "fabric.failures=" + ALL_DOWN);
    assertThat(down.result().counts().streams().timeouts()).isPositive();
  }

  private static RunSummary run(String yaml, String... sets) {
    if (!(ScenarioReader.read(yaml, "s.yaml", List.of(sets)) instanceof ScenarioReader.Good good)) {
      throw new AssertionError("not a scenario: " + ScenarioReader.read(yaml, "s", List.of(sets)));
    }
    FlowStatistics tally = FlowStatistics.of(good.scenario());
    RunResult result =
        Simulation.run(good.scenario(), RunOptions.DEFAULT, tally, (now, flows, packets) -> true);
    return RunSummary.of(good.scenario(), result, tally);
  }
}
