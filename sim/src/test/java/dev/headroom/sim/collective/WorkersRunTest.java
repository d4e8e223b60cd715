package dev.headroom.sim.collective;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.headroom.model.collective.AlgorithmChoice;
import dev.headroom.model.scenario.Scenario;
import dev.headroom.model.scenario.ScenarioReader;
import dev.headroom.model.workload.NcclCollective;
import dev.headroom.sim.RunOptions;
import dev.headroom.sim.Simulation;
import dev.headroom.sim.measure.GpuWait;
import dev.headroom.sim.measure.JobResult;
import dev.headroom.sim.measure.RunResult;
import dev.headroom.unit.Size;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class WorkersRunTest {
  private static final RunOptions ALONE = new RunOptions(1, 1, false);

  private static Scenario scenario(int machines, String workload, String... sets) {
    return scenario(machines, workload, "failures: []", sets);
  }

  private static Scenario scenario(int machines, String workload, String failures, String[] sets) {
    String text =
        """
        name: test
        fabric:
          topology: rail-optimized
          servers: %d
          rails: 8
          serversPerPod: 2
          spines: 4
          links: {rate: 200Gbps, cable: 30m}
          %s
        workload: {%s machine: dgx-a100, %s}
        """
            .formatted(
                machines, failures, workload.startsWith("type: ") ? "" : "type: nccl,", workload);
    return switch (ScenarioReader.read(text, "test", List.of(sets), file -> Optional.empty())) {
      case ScenarioReader.Good good -> good.scenario();
      case ScenarioReader.Bad bad -> throw new IllegalArgumentException(bad.problems().toString());
    };
  }

  private static RunResult run(Scenario scenario, RunOptions options) {
    RunResult result = Simulation.run(scenario, options, flow -> {}, (now, flows, packets) -> true);
    assertThat(result.outcome()).isEqualTo(RunResult.Outcome.FINISHED);
    return result;
  }

  private static double us(int machines, String workload, String... sets) {
    return run(scenario(machines, workload, sets), ALONE).completionTimePs() * 1e-6;
  }

  /** Two hosts of each leaf then share one link to the spine, which is between no two of a rail. */
  @Test
  void shouldCrossTheSpineOnlyWhereRingsAlwaysChangeNics() {
    String ring = "size: 64MiB, algorithm: ring, protocol: simple";
    double usual = us(2, ring, "fabric.spines=1");
    assertThat(us(2, ring, "fabric.spines=1", "workload.crossNic=0")).isEqualTo(usual);
    assertThat(us(2, ring, "fabric.spines=1", "workload.crossNic=1"))
        .isBetween(1.2 * usual, 2.6 * usual);
  }

  /** One channel of 12 GB/s where there were eight of 24, and 24 GB/s of a GPU where it had 240. */
  @Test
  void shouldExchangeOverPcieWhereGpusMayNotReachEachOther() {
    String gather = "collective: all-gather, size: 64MiB, inPlace: true";
    double direct = us(1, gather);
    double apart = us(1, gather, "workload.peerLevel=LOC");
    assertThat(64 * 1.048576 / apart * 7 / 8 * 1e3).isBetween(10.0, 12.0);
    assertThat(apart).isGreaterThan(10 * direct);
    String exchange = "collective: all-to-all, size: 64MiB";
    assertThat(us(1, exchange, "workload.peerLevel=0")).isGreaterThan(4 * us(1, exchange));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "size: 4MiB, algorithm: ring, protocol: simple",
        "size: 1MiB, algorithm: tree, protocol: ll",
        "size: 256KiB, algorithm: ring, protocol: ll, busyShare: 1",
        "size: 4MiB, collective: all-to-all, queuePairs: 3",
        "size: 4MiB, collective: all-to-all, pxn: false",
        "size: 4MiB, collective: broadcast, queuePairs: 4, splitData: true",
        "size: 256KiB, collective: reduce, repeat: 3"
      })
  void shouldNotDependOnThreadsOrPartitions(String workload) {
    Scenario scenario = scenario(4, workload);
    String alone = run(scenario, ALONE).digest();
    List<String> others = new ArrayList<>();
    for (int partitions : new int[] {2, 5, 12}) {
      others.add(run(scenario, new RunOptions(2, partitions, false)).digest());
    }
    assertThat(others).containsOnly(alone);
  }

  /**
   * 2(n-1) steps, each a hop of 3.4 us and 32 KiB at 20 GB/s, and NCCL's base of 8.4 us; what came
   * last is read by its receiver, which waits for it as well.
   */
  @Test
  void shouldTakeTheTimeOfItsSteps() {
    double us = us(1, "size: 256KiB, algorithm: ring, protocol: simple, channels: 1");
    assertThat(us).isCloseTo(8.4 + 15 * 3.4 + 15 * 32768 / 20e3, within(0.001));
  }

  /**
   * Out of place a rank copies its eighth at half of its memory's 1,555 GB/s before it sends it.
   */
  @Test
  void shouldCopyTheOwnPartUnlessInPlace() {
    String text =
        "size: 256KiB, algorithm: ring, protocol: simple, channels: 1, collective: all-gather";
    double more = us(1, text) - us(1, text + ", inPlace: true");
    assertThat(more).isCloseTo(2 * 32_768 / 1555e3, within(0.0001));
  }

  @ParameterizedTest
  @ValueSource(strings = {"all-reduce", "reduce-scatter", "reduce", "broadcast", "all-to-all"})
  void shouldTakeTheSameInPlaceWhereNothingIsKept(String collective) {
    String text = "size: 1MiB, collective: " + collective;
    assertThat(us(1, text + ", inPlace: true")).isEqualTo(us(1, text));
  }

  /** Where all depend on all, nobody begins the next call before all are done with this one. */
  @ParameterizedTest
  @ValueSource(strings = {"all-reduce", "reduce-scatter", "all-gather"})
  void shouldTakeAsLongForEachOfManyCallsWhereAllDependOnAll(String collective) {
    String text = "size: 8MiB, algorithm: ring, collective: " + collective;
    assertThat(us(1, text + ", repeat: 4")).isCloseTo(4 * us(1, text), within(0.001));
  }

  /**
   * Along a chain calls overlap: each further one takes what a GPU is busy for, which is far less
   * than what data take to its end. A job that calls the same on a stream, built from other parts,
   * takes as long, but for the order in which workers share their GPU at equal times.
   */
  @ParameterizedTest
  @ValueSource(strings = {"reduce", "broadcast"})
  void shouldOverlapCallsAlongAChain(String collective) {
    String text = "size: 8MiB, collective: %s, protocol: simple".formatted(collective);
    double one = us(1, text);
    double four = us(1, text + ", repeat: 4");
    assertThat((four - one) / 3).isLessThan(0.5 * one).isGreaterThan(8.389e6 / 280e3);
    String calls = "start all %s 8MiB\\n".formatted(collective).repeat(4);
    String waits = "await all\\n".repeat(4);
    double job = us(1, "type: steps, script: \"" + calls + waits + '"');
    assertThat(job).isCloseTo(four, Percentage.withPercentage(1.5));
  }

  /**
   * Between machines each channel's chain has its NIC and so its order of GPUs. One that is early
   * in a chain is late in another, and begins nothing before it is done with all.
   */
  @ParameterizedTest
  @ValueSource(strings = {"reduce", "broadcast"})
  void shouldHardlyOverlapCallsAlongChainsOfUnlikeOrders(String collective) {
    String text = "size: 8MiB, collective: %s, protocol: simple".formatted(collective);
    double one = us(2, text);
    assertThat((us(2, text + ", repeat: 4") - one) / 3).isBetween(0.9 * one, one);
  }

  /** What switches of the network reduce is called again as well. */
  @Test
  void shouldRepeatWithSwitchesThatReduce() {
    String machine = "workload.machine=dgx-h100";
    String text = "size: 1MiB, sharp: true, algorithm: nvls";
    RunResult run = run(scenario(3, text + ", repeat: 3", machine), ALONE);
    assertThat(run.counts().payloadDelivered()).isEqualTo(3L * 2 * 2 * (1 << 20));
  }

  /** What each rank copies of its own, once, before it sends it for the first time. */
  @Test
  void shouldCopyTheOwnPartByPat() {
    RunResult out = run(oneGpuEach(8, "all-gather", "64MiB", "pat"), ALONE);
    RunResult in = run(oneGpuEach(8, "all-gather", "64MiB", "pat", "workload.inPlace=true"), ALONE);
    assertThat(out.counts().payloadDelivered()).isEqualTo(in.counts().payloadDelivered());
    assertThat(out.completionTimePs()).isGreaterThan(in.completionTimePs());
  }

  /**
   * NCCL 2.9.9 deals 4 MiB out in grains of 19,200 B with LL128: 13 of 24 channels have two of them
   * of each GPU's part, and move them at half of the 15.2 GB/s that two channels have.
   */
  @Test
  void shouldDealDataOutAsItsReleaseDoes() {
    String text = "size: 4MiB, collective: reduce-scatter, algorithm: ring, protocol: ll128";
    double us = us(1, text + ", release: 2.9.9");
    // A base, and seven hops and sends; the clock of an A100 beside that of an H100.
    assertThat(us).isCloseTo((14 + 7 * 1.9) * 1.98 / 1.41 + 7 * 38_400 / 7.6e3, within(0.01));
    assertThat(us).isGreaterThan(us(1, text) + 10);
  }

  /** A chain of 7 hops up and down again, each with its bytes. */
  @Test
  void shouldReduceUpATreeAndBroadcastDownIt() {
    double us = us(1, "size: 4KiB, algorithm: tree, protocol: ll, channels: 1");
    assertThat(us).isCloseTo((6.8 + 14 * 0.6) * 1.98 / 1.41 + 14 * 4096 / 10e3, within(0.001));
  }

  /**
   * NVLS alone: rows of 16 channels, eight heads and chunks of 64 KiB, three of them under way. A
   * step has 5 us; with those rows of 128 KiB reach the 272 GB/s that NCCL expects of eight H100.
   */
  @Test
  void shouldReduceInTheNvLinkSwitch() {
    String text = "workload.machine=dgx-h100";
    double us = us(1, "size: 256MiB, algorithm: nvls", text);
    double row = 16 * 8 * 65536;
    double step = 5 + (2 * row / 272e3 - 5) / 2;
    double rows = (256 << 20) / row;
    assertThat(us).isCloseTo(6.6 + 2 * 0.6 + (rows + 2) * step, Percentage.withPercentage(1));
  }

  @Test
  void shouldJoinNvLinkSwitchesByATreeOverTheNetwork() {
    RunResult run =
        run(scenario(4, "size: 16MiB, algorithm: nvls-tree", "workload.machine=dgx-h100"), ALONE);
    // Every machine but the root's sends it all up and gets it all back.
    assertThat(run.counts().payloadDelivered()).isEqualTo(2L * 3 * (16 << 20));
  }

  /** With SHARP every NIC sends its part up once and gets it back once. */
  @Test
  void shouldReduceInTheSwitchesOfTheNetwork() {
    String machine = "workload.machine=dgx-h100";
    String text = "size: 16MiB, sharp: true, algorithm: nvls";
    // The third server's NICs stand for the switches.
    RunResult run = run(scenario(3, text, machine), ALONE);
    assertThat(run.counts().payloadDelivered()).isEqualTo(2L * 2 * (16 << 20));
  }

  /** One switch hears of as many machines as there are. */
  @Test
  void shouldReduceForAnyNumberOfMachines() {
    int machines = 258;
    String text = "size: 1KiB, sharp: true, algorithm: collnet-chain, channels: 1";
    RunResult run =
        run(scenario(machines + 1, text, "workload.machine=dgx-h100", "pfc.enabled=false"), ALONE);
    assertThat(run.counts().payloadDelivered()).isEqualTo(2L * machines * 1024);
  }

  /** A collective is measured from when it is called, and its switches are no GPUs. */
  @Test
  void shouldSayWhoWaitsInACollectiveThatIsStopped() {
    String text = "size: 64MiB, sharp: true, algorithm: collnet-chain, start: 10ms";
    Scenario scenario = scenario(3, text, "workload.machine=dgx-h100", "run.stop=10100us");
    RunResult run = Simulation.run(scenario, ALONE, flow -> {}, (now, flows, packets) -> true);
    JobResult job = run.schedules().getFirst().job().orElseThrow();
    assertThat(job.startPs()).isBetween(10_000_000_000L, 10_050_000_000L);
    assertThat(job.gpus()).hasSize(16).allMatch(gpu -> gpu.exposedPs() <= 100_000_000);
    assertThat(job.waiting()).isNotEmpty().allMatch(waiting -> waiting.gpu() < 16);
    assertThat(job.waiting().stream().flatMap(waiting -> peers(waiting.reason()).stream()))
        .contains("switch 0")
        .doesNotContain("GPU 16");
  }

  private static List<String> peers(GpuWait what) {
    assertThat(what).isInstanceOf(GpuWait.Messages.class);
    return ((GpuWait.Messages) what).peers();
  }

  /**
   * A tree of switches: of five machines two share a leaf, and a leaf sends its sum up once,
   * whatever is below it. All links are alike, and the root's, which is the busiest, carries three
   * sums where one switch for all has five.
   */
  @ParameterizedTest
  @ValueSource(strings = {"nvls", "collnet-direct", "collnet-chain"})
  void shouldReduceByATreeOfSwitches(String algorithm) {
    String machine = "workload.machine=dgx-h100";
    String text = "size: 16MiB, sharp: true, algorithm: " + algorithm;
    // The last groups of NICs stand for three leaves and the root.
    RunResult tree = run(scenario(9, text + ", machinesPerSwitch: 2", machine), ALONE);
    assertThat(tree.counts().payloadDelivered()).isEqualTo(2L * (5 + 3) * (16 << 20));
    assertThat(tree.imbalances()).isEmpty();
    RunResult one = run(scenario(6, text, machine), ALONE);
    assertThat(one.counts().payloadDelivered()).isEqualTo(2L * 5 * (16 << 20));
    double share = (double) tree.completionTimePs() / one.completionTimePs();
    assertThat(share).isBetween(3 / 5.0, 3 / 4.0);
  }

  /**
   * A tree stays one where switches could reduce: of two machines one sends its sums up once and
   * gets them back once, as it does where no switch reduces.
   */
  @Test
  void shouldLeaveSwitchesOutOfATree() {
    String machine = "workload.machine=dgx-h100";
    RunResult tree =
        run(scenario(3, "size: 16MiB, sharp: true, algorithm: nvls-tree", machine), ALONE);
    assertThat(tree.counts().payloadDelivered()).isEqualTo(2L * (16 << 20));
    RunResult without = run(scenario(2, "size: 16MiB, algorithm: nvls-tree", machine), ALONE);
    assertThat(tree.completionTimePs()).isEqualTo(without.completionTimePs());
  }

  /**
   * CollNet: every NIC sends its part up once and gets it back once, in the time that NCCL 2.30.7
   * expects, within 35 %; it has twice the bytes over NVLink where 7/8 of them cross it.
   */
  @ParameterizedTest
  @CsvSource({
    "collnet-direct, 4MiB",
    "collnet-direct, 32MiB",
    "collnet-chain, 4MiB",
    "collnet-chain, 32MiB"
  })
  void shouldReduceByCollNet(String algorithm, String size) {
    Scenario scenario =
        scenario(
            3,
            "size: %s, sharp: true, algorithm: %s".formatted(size, algorithm),
            "workload.machine=dgx-h100",
            "fabric.links.rate=400Gbps");
    RunResult run = run(scenario, ALONE);
    assertThat(run.counts().payloadDelivered()).isEqualTo(2L * 2 * Size.parse(size).bytes());
    double expected =
        NcclCollective.choiceOf(scenario.flows()).map(AlgorithmChoice::microseconds).orElseThrow();
    assertThat(run.completionTimePs() * 1e-6).isCloseTo(expected, Percentage.withPercentage(35));
    assertThat(run(scenario, new RunOptions(2, 3, false)).digest()).isEqualTo(run.digest());
  }

  /**
   * PAT, for one GPU a machine: all that NCCL 2.30.7 expects of it, from what 4.8 us a rank take to
   * what the NIC lets through, within 20 %; that model has one rate for both collectives.
   */
  @ParameterizedTest
  @CsvSource({"8, 1KiB", "8, 1MiB", "8, 64MiB", "32, 1KiB", "32, 1MiB", "32, 64MiB"})
  void shouldTakeWhatNcclExpectsOfPat(int machines, String size) {
    for (String collective : new String[] {"all-gather", "reduce-scatter"}) {
      Scenario scenario = oneGpuEach(machines, collective, size, "pat");
      RunResult run = run(scenario, ALONE);
      double expected =
          NcclCollective.choiceOf(scenario.flows())
              .map(AlgorithmChoice::microseconds)
              .orElseThrow();
      assertThat(run.completionTimePs() * 1e-6).isCloseTo(expected, Percentage.withPercentage(20));
      long bytes = Size.parse(size).bytes();
      assertThat(run.counts().payloadDelivered()).isEqualTo((machines - 1) * bytes);
    }
  }

  /** What small sizes take grows by messages with log n, a ring's with n. */
  @Test
  void shouldSendFewerMessagesByPatThanRoundARing() {
    long pat = flows(oneGpuEach(32, "all-gather", "4KiB", "pat"));
    long ring = flows(oneGpuEach(32, "all-gather", "4KiB", "ring"));
    assertThat(pat).isEqualTo(32L * 5);
    assertThat(ring).isEqualTo(32L * 31);
  }

  private static long flows(Scenario scenario) {
    return scenario.flows().flows();
  }

  @Test
  void shouldNotDependOnThreadsByPat() {
    Scenario scenario = oneGpuEach(12, "reduce-scatter", "3MiB", "pat");
    String alone = run(scenario, ALONE).digest();
    assertThat(run(scenario, new RunOptions(2, 5, false)).digest()).isEqualTo(alone);
  }

  private static Scenario oneGpuEach(
      int machines, String collective, String size, String algorithm, String... sets) {
    List<String> all =
        new ArrayList<>(
            List.of("workload.machine=dgx-h100", "fabric.rails=1", "fabric.links.rate=400Gbps"));
    all.addAll(List.of(sets));
    return scenario(
        machines,
        "perMachine: 1, collective: %s, size: %s, algorithm: %s"
            .formatted(collective, size, algorithm),
        all.toArray(String[]::new));
  }

  /** A ring between machines sends 2(n-1)/n of the data over the network, spread over the NICs. */
  @Test
  void shouldBeAsFastAsTheNetworkWhereThatIsTheBottleneck() {
    RunResult run = run(scenario(2, "size: 256MiB, algorithm: ring, protocol: simple"), ALONE);
    double bytes = 2.0 * 15 / 16 * (256 << 20);
    assertThat(run.counts().payloadDelivered()).isEqualTo(Math.round(2 * bytes));
    double wireUs = bytes / 8 * 8 / 200e3 * 1.02; // a NIC's part, headers included
    assertThat(run.completionTimePs() * 1e-6)
        .isGreaterThan(wireUs)
        .isLessThan(1.1 * wireUs + 14 * 30);
  }

  @Test
  void shouldWaitForTheSlowestLink() {
    String ring = "size: 64MiB, algorithm: ring, protocol: simple";
    String failure = "failures: [{link: host-1-rail-3/leaf-0-rail-3, from: 0ns, rate: 25%}]";
    Scenario slow = scenario(2, ring, failure, new String[0]);
    double asOne = us(2, ring, "fabric.links.rate=50Gbps");
    assertThat(run(slow, ALONE).completionTimePs() * 1e-6)
        .isCloseTo(asOne, Percentage.withPercentage(25));
    assertThat(us(2, ring)).isLessThan(0.5 * asOne);
  }

  @ParameterizedTest
  @ValueSource(strings = {"rocev2", "infiniband", "uec", "srd", "falcon", "tcp", "iwarp"})
  void shouldRunOverAnyTransport(String transport) {
    Scenario scenario =
        scenario(2, "size: 1MiB, algorithm: ring, protocol: simple", "transport=" + transport);
    assertThat(run(scenario, ALONE).completionTimePs()).isPositive();
  }

  /** With PXN the NIC of the other's rail is used: nothing crosses the spines. */
  @Test
  void shouldStayOnTheRail() {
    String all = "size: 16MiB, collective: all-to-all";
    assertThat(overSpines(scenario(2, all))).isZero();
    assertThat(overSpines(scenario(2, all + ", pxn: false"))).isPositive();
  }

  private static long overSpines(Scenario scenario) {
    return run(scenario, ALONE).ports().stream()
        .filter(port -> scenario.fabric().nodes().get(port.node()).name().startsWith("spine"))
        .mapToLong(port -> Arrays.stream(port.packets()).sum())
        .sum();
  }
}
