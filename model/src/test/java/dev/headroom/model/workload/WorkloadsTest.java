package dev.headroom.model.workload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.headroom.model.collective.Collective;
import dev.headroom.model.flow.CombinedFlowProgram;
import dev.headroom.model.flow.FlowProgram;
import dev.headroom.model.knob.Knob;
import dev.headroom.model.knob.KnobConflict;
import dev.headroom.model.knob.Settings;
import dev.headroom.unit.Rate;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

final class WorkloadsTest {

  private static WorkloadSite site(int hosts, long seed) {
    return new WorkloadSite(
        IntStream.range(0, hosts).mapToObj(i -> "host-" + i).toList(),
        Collections.nCopies(hosts, Rate.ofGbps(100)),
        IntStream.range(0, hosts).boxed().toList(),
        seed,
        "workload");
  }

  private static Settings settings(Workload workload, String... values) {
    Settings settings = Settings.DEFAULTS;
    for (String value : values) {
      String[] pair = value.split("=", 2);
      Knob<?> knob =
          workload.parameters().stream()
              .filter(k -> k.name().equals("workload." + pair[0]))
              .findFirst()
              .orElseThrow();
      settings = settings.with(knob, pair[1]);
    }
    return settings;
  }

  private static FlowProgram make(String type, WorkloadSite site, String... values) {
    Workload workload = Workloads.named(type).orElseThrow();
    Settings settings = settings(workload, values);
    assertThat(workload.check().apply(settings, site)).isEmpty();
    return workload.build().apply(settings, site);
  }

  private static List<KnobConflict> complaints(String type, WorkloadSite site, String... values) {
    Workload workload = Workloads.named(type).orElseThrow();
    return workload.check().apply(settings(workload, values), site);
  }

  static Stream<Arguments> random() {
    return Stream.of(
            "all-reduce",
            "reduce-scatter",
            "all-gather",
            "all-to-all",
            "permutation",
            "incast",
            "poisson")
        .flatMap(type -> IntStream.range(0, 15).mapToObj(seed -> Arguments.of(type, seed)));
  }

  private static FlowProgram random(String type, int seed) {
    SplittableRandom random = new SplittableRandom(seed);
    WorkloadSite site = site(2 + random.nextInt(12), seed);
    String size = "size=" + random.nextInt(5000) + "B";
    return switch (type) {
      case "all-to-all" -> make(type, site, size, "concurrent=" + (1 + random.nextInt(5)));
      case "permutation" -> make(type, site, size, "queuePairs=" + (1 + random.nextInt(4)));
      case "incast" ->
          make(type, site, size, "flowsPerSender=" + (1 + random.nextInt(4)), "senders=random");
      case "poisson" -> make(type, site, "load=0.9", "duration=300us");
      default ->
          make(
              type,
              site,
              size,
              "channels=" + (1 + random.nextInt(3)),
              "repeat=" + (1 + random.nextInt(3)),
              "order=shuffled");
    };
  }

  @ParameterizedTest
  @MethodSource("random")
  void shouldStartEveryFlowOnceWhenWhatItNeedsIsThere(String type, int seed) {
    FlowProgram flows = random(type, seed);
    int[] waiting = IntStream.range(0, flows.flows()).map(flows::needs).toArray();
    Deque<Integer> ready = new ArrayDeque<>();
    for (int flow = 0; flow < waiting.length; flow++) {
      if (waiting[flow] == 0) {
        ready.add(flow);
      }
    }
    int started = 0;
    while (!ready.isEmpty()) {
      int flow = ready.poll();
      started++;
      flows.whenDelivered(
          flow,
          later -> {
            assertThat(flows.source(later)).isEqualTo(flows.destination(flow));
            if (--waiting[later] == 0) {
              ready.add(later);
            }
          });
      flows.whenCompleted(
          flow,
          later -> {
            assertThat(flows.source(later)).isEqualTo(flows.source(flow));
            if (--waiting[later] == 0) {
              ready.add(later);
            }
          });
    }
    assertThat(started).isEqualTo(flows.flows());
    assertThat(waiting).containsOnly(0);
  }

  @ParameterizedTest
  @MethodSource("random")
  void shouldGiveEachQueuePairOnePairOfHostsAndAnIndexOfItsOwn(String type, int seed) {
    FlowProgram flows = random(type, seed);
    String[] pairs = new String[flows.queuePairs()];
    Set<String> seen = new HashSet<>();
    for (int flow = 0; flow < flows.flows(); flow++) {
      assertThat(flows.source(flow)).isNotEqualTo(flows.destination(flow));
      assertThat(flows.bytes(flow)).isNotNegative();
      String pair =
          flows.source(flow) + ">" + flows.destination(flow) + "#" + flows.queuePairIndex(flow);
      int queuePair = flows.queuePair(flow);
      if (pairs[queuePair] == null) {
        assertThat(seen.add(pair)).as(pair).isTrue();
        pairs[queuePair] = pair;
      }
      assertThat(pairs[queuePair]).isEqualTo(pair);
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {0, 1, 7, 1000, 1_000_003})
  void shouldMoveEveryByteOfAnAllReduceThroughEveryRank(long size) {
    int n = 7;
    int channels = 3;
    FlowProgram flows =
        make("all-reduce", site(n, 1), "size=" + size + "B", "channels=" + channels);
    int steps = 2 * (n - 1);
    assertThat(flows.flows()).isEqualTo(channels * steps * n);
    long total = IntStream.range(0, flows.flows()).mapToLong(flows::bytes).sum();
    assertThat(total).isEqualTo(steps * size);
    // In the first n - 1 steps and the chunk it starts with, a rank meets each chunk once.
    for (int rank = 0; rank < n; rank++) {
      long met = 0;
      for (int flow = 0; flow < flows.flows(); flow++) {
        if (flows.source(flow) == rank && flow / n / channels < n) {
          met += flows.bytes(flow);
        }
      }
      assertThat(met).isEqualTo(size);
    }
  }

  @Test
  void shouldPassEachChunkOnAfterItHasArrived() {
    int n = 5;
    FlowProgram flows = make("all-reduce", site(n, 1), "size=1003B");
    for (int flow = 0; flow < flows.flows(); flow++) {
      int from = flow;
      flows.whenDelivered(
          flow, later -> assertThat(flows.bytes(later)).isEqualTo(flows.bytes(from)));
    }
  }

  @Test
  void shouldCountCollectivesAsNcclTestsDo() {
    CalledCollective ring =
        called(make("all-reduce", site(4, 1), "size=1MiB", "repeat=3", "start=10us"));
    assertThat(ring.collective()).isEqualTo(Collective.ALL_REDUCE);
    assertThat(ring.ranks()).isEqualTo(4);
    assertThat(ring.bytes()).isEqualTo(1 << 20);
    assertThat(ring.timePs(310_000_000)).as("a third of 300 us").isEqualTo(100_000_000);

    CalledCollective all = called(make("all-to-all", site(4, 1), "size=1MiB"));
    assertThat(all.bytes()).as("a part for itself as well").isEqualTo(4 << 20);

    assertThat(CalledCollective.of(make("permutation", site(4, 1)))).isEmpty();
  }

  private static CalledCollective called(FlowProgram flows) {
    return CalledCollective.of(flows).orElseThrow();
  }

  @Test
  void shouldSendInTheOrderOfTheListOrInADrawnOne() {
    FlowProgram listed = make("all-reduce", site(8, 1), "hosts=host-4..7,host-0");
    assertThat(IntStream.range(0, 5).map(listed::source)).containsExactly(4, 5, 6, 7, 0);
    assertThat(IntStream.range(0, 5).map(listed::destination)).containsExactly(5, 6, 7, 0, 4);
    FlowProgram drawn = make("all-reduce", site(64, 1), "order=shuffled");
    assertThat(IntStream.range(0, 64).map(drawn::source).toArray())
        .isNotEqualTo(IntStream.range(0, 64).toArray());
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 3, 4, 10, 1000})
  void shouldDrawDerangements(int n) {
    for (int seed = 0; seed < 20; seed++) {
      FlowProgram flows = make("permutation", site(n, seed));
      boolean[] receives = new boolean[n];
      for (int flow = 0; flow < n; flow++) {
        assertThat(flows.source(flow)).isEqualTo(flow);
        assertThat(flows.destination(flow)).isNotEqualTo(flow);
        receives[flows.destination(flow)] = true;
      }
      assertThat(receives).containsOnly(true);
    }
  }

  @Test
  void shouldDrawEveryDerangementAboutEquallyOften() {
    int[] counts = new int[9]; // of four there are nine
    List<String> seen = new ArrayList<>();
    for (int seed = 0; seed < 9000; seed++) {
      String order = Arrays.toString(RandomStream.of(seed, "x").derangement(4));
      if (!seen.contains(order)) {
        seen.add(order);
      }
      counts[seen.indexOf(order)]++;
    }
    for (int count : counts) {
      assertThat(count).isBetween(850, 1150);
    }
  }

  @Test
  void shouldDrawTheSameForTheSameSeedAndNameOnly() {
    assertThat(RandomStream.of(1, "a").nextLong()).isEqualTo(RandomStream.of(1, "a").nextLong());
    assertThat(RandomStream.of(1, "a").nextLong()).isNotEqualTo(RandomStream.of(1, "b").nextLong());
    assertThat(RandomStream.of(1, "a").nextLong()).isNotEqualTo(RandomStream.of(2, "a").nextLong());
    FlowProgram one = make("poisson", site(8, 3), "duration=1ms");
    FlowProgram other = make("poisson", site(8, 3), "duration=1ms");
    assertThat(other.flows()).isEqualTo(one.flows());
    for (int flow = 0; flow < one.flows(); flow++) {
      assertThat(other.startPs(flow)).isEqualTo(one.startPs(flow));
      assertThat(other.bytes(flow)).isEqualTo(one.bytes(flow));
    }
  }

  @Test
  void shouldSendEachToEachOnceInAnAllToAll() {
    int n = 9;
    FlowProgram flows = make("all-to-all", site(n, 1));
    boolean[][] sent = new boolean[n][n];
    for (int flow = 0; flow < flows.flows(); flow++) {
      assertThat(sent[flows.source(flow)][flows.destination(flow)]).isFalse();
      sent[flows.source(flow)][flows.destination(flow)] = true;
    }
    assertThat(flows.flows()).isEqualTo(n * (n - 1));
  }

  @Test
  void shouldHoldAnAllToAllOf8192RanksInNoMemory() {
    FlowProgram flows = make("all-to-all", site(8192, 1), "concurrent=4");
    assertThat(flows.flows()).isEqualTo(8192 * 8191);
    int last = flows.flows() - 1;
    assertThat(flows.source(last)).isEqualTo(8191);
    assertThat(flows.destination(last)).isEqualTo(8190);
    assertThat(flows.needs(last)).isEqualTo(1);
    flows.whenCompleted(last, later -> assertThat(later).isNegative());
  }

  @Test
  void shouldOfferTheLoadThatIsAskedFor() {
    int n = 16;
    FlowProgram flows =
        make("poisson", site(n, 5), "load=0.5", "sizes=FB_Hadoop", "duration=200ms");
    double bytes = IntStream.range(0, flows.flows()).mapToLong(flows::bytes).sum();
    assertThat(bytes * 8 / (n * 100e9 * 0.2)).isCloseTo(0.5, within(0.03));
    for (int flow = 1; flow < flows.flows(); flow++) {
      assertThat(flows.startPs(flow)).isGreaterThanOrEqualTo(flows.startPs(flow - 1));
    }
  }

  @Test
  void shouldStaggerAnIncastAndRepeatItsSenders() {
    FlowProgram flows =
        make(
            "incast",
            site(10, 1),
            "receiver=host-3",
            "fanIn=4",
            "stagger=2us",
            "flowsPerSender=3",
            "start=1ms");
    assertThat(flows.flows()).isEqualTo(12);
    assertThat(IntStream.range(0, 12).map(flows::destination)).containsOnly(3);
    assertThat(IntStream.range(0, 4).map(flows::source)).containsExactly(0, 1, 2, 4);
    assertThat(flows.startPs(7)).isEqualTo(1_000_000_000L + 3 * 2_000_000L);
    assertThat(flows.queuePairIndex(7)).isEqualTo(1);
  }

  @Test
  void shouldHoldAHundredThousandFlowsInOneIncast() {
    FlowProgram flows = make("incast", site(17, 1), "flowsPerSender=6250", "size=1KB");
    assertThat(flows.flows()).isEqualTo(100_000);
  }

  @Test
  void shouldComplainOfWhatCannotBe() {
    assertThat(complaints("all-reduce", site(4, 1), "hosts=host-1")).hasSize(1);
    assertThat(complaints("all-reduce", site(4, 1), "hosts=hots-1..3").getFirst().what())
        .contains("did you mean 'host-1'?");
    assertThat(complaints("all-reduce", site(8192, 1), "repeat=1000")).hasSize(1);
    assertThat(complaints("permutation", site(4, 1), "shift=8")).hasSize(1);
    assertThat(complaints("incast", site(4, 1), "fanIn=4")).hasSize(1);
    assertThat(complaints("incast", site(4, 1), "receiver=host-9")).hasSize(1);
    assertThat(complaints("poisson", site(64, 1), "sizes=100B", "load=1", "duration=100s"))
        .hasSize(1);
  }

  @Test
  void shouldRunSeveralProgramsTogetherWithoutMixingThem() {
    FlowProgram one = make("all-reduce", site(4, 1));
    FlowProgram two = make("all-reduce", site(4, 1));
    CombinedFlowProgram both = new CombinedFlowProgram(List.of(one, two));
    assertThat(both.flows()).isEqualTo(2 * one.flows());
    int first = one.flows();
    assertThat(both.queuePair(first)).isEqualTo(one.queuePairs());
    assertThat(both.queuePairIndex(first)).isEqualTo(1);
    both.whenDelivered(first, later -> assertThat(later).isGreaterThan(first));
  }
}
