package dev.headroom.sim.nic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.headroom.model.knob.CongestionKnobs;
import dev.headroom.model.knob.HostKnobs;
import dev.headroom.model.knob.IommuKnobs;
import dev.headroom.model.knob.Knob;
import dev.headroom.model.knob.NicKnobs;
import dev.headroom.model.knob.PcieFaultKnobs;
import dev.headroom.model.knob.PcieKnobs;
import dev.headroom.model.knob.RunKnobs;
import dev.headroom.model.knob.TransportKnobs;
import dev.headroom.model.scenario.Presets;
import dev.headroom.sim.Lab;
import dev.headroom.sim.RunOptions;
import dev.headroom.sim.measure.DropCause;
import dev.headroom.sim.measure.FlowResult;
import dev.headroom.unit.result.Cells;
import dev.headroom.unit.result.ResultTable;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What happens inside hosts, beside what others measured and what must hold of any of them. */
final class HostStagesTest {
  private static final ResultTable PATHS =
      ResultTable.of("nic-paths", HostStagesTest.class, "what", "published", "run");

  private static final ResultTable CLIFF =
      ResultTable.of(
          "nic-queue-pairs",
          HostStagesTest.class,
          "operation, queue pairs",
          "measured, M/s",
          "run, M/s",
          "difference");

  private static final long US = Lab.US;

  /** Two ConnectX-6, 32 threads, 64 B: a comment in the source of a benchmark of RC queue pairs. */
  @ParameterizedTest
  @CsvSource({
    "write, 32, 123",
    "write, 64, 121",
    "write, 512, 122",
    "write, 4096, 111",
    "write, 16384, 105",
    "read, 32, 83",
    "read, 64, 55",
    "read, 512, 42",
    "read, 4096, 21"
  })
  void shouldFallOffTheQueuePairCliff(String operation, int queuePairs, double measured) {
    Pair pair =
        Pair.at("200Gbps")
            .with(NicKnobs.POST, "0ns")
            .with(NicKnobs.TRANSLATION_MISS, "0ns") // a thread's queue pairs share a buffer there
            .with(TransportKnobs.OUTSTANDING, "32");
    double rate = pair.messageRate(operation, queuePairs, 64, Math.max(8, 40_000 / queuePairs));
    assertThat(rate).isEqualTo(measured, within(0.15 * measured));
    CLIFF.row(
        "%s, %s".formatted(operation, Cells.count(queuePairs)),
        Cells.number(measured, 0),
        Cells.number(rate, 1),
        Cells.difference(rate, measured));
  }

  @Test
  void shouldTakeAsLongAsPerftestPrintsForTwoBytes() {
    Pair pair = Pair.at("400Gbps").with(NicKnobs.INLINE, "220B");
    PATHS.row(
        "WRITE of 2 B inline, one way, 400 Gb/s, us",
        "1.27 to 1.67",
        Cells.number(oneWayNs(pair, 2) * 1e-3, 2));
    assertThat(oneWayNs(pair, 2)).isBetween(1200.0, 1700.0);
    assertThat(oneWayNs(Pair.at("100Gbps").with(NicKnobs.INLINE, "220B"), 2))
        .isBetween(1200.0, 1700.0);
  }

  /** Potter's table: ib_send_lat of 1 KiB with an MTU of 256 to 4096 differs by under 3 %. */
  @Test
  void shouldNotMindTheMtuInLatency() {
    double large = oneWayNs(Pair.at("400Gbps"), 1024);
    double small = oneWayNs(Pair.at("400Gbps").with(TransportKnobs.MTU, "256"), 1024);
    assertThat(small).isEqualTo(large, within(0.03 * large));
    PATHS.row(
        "1 KiB with an MTU of 256 in place of 4096",
        "under 3 % more",
        Cells.difference(small, large));
  }

  private static double oneWayNs(Pair pair, long size) {
    FlowResult flow = pair.run("write", 1, size, 1).flow(0);
    return (flow.deliveredPs() - flow.startPs()) / 1e3;
  }

  /** Stellar, SIGCOMM 2025: 141 Gb/s through the root complex, 393 past it, at 400 Gb/s. */
  @Test
  void shouldReachGpusAsFastAsTheirPathAllows() {
    Pair gpu = Pair.at("400Gbps").with(PcieKnobs.MEMORY, "gpu");
    double behindSwitch = gpu.gbps("write", 4, 1 << 20, 8);
    double throughRoot = gpu.with(PcieKnobs.GPU_PATH, "phb").gbps("write", 4, 1 << 20, 8);
    PATHS.row("GPUDirect behind a switch, Gb/s", "393", Cells.number(behindSwitch, 0));
    PATHS.row("through the root complex (fitted)", "141", Cells.number(throughRoot, 0));
    assertThat(behindSwitch).isEqualTo(393, within(4.0));
    assertThat(throughRoot).isEqualTo(141, within(2.0));
    assertThat(gpu.with(PcieKnobs.GPU_PATH, "pxb").gbps("read", 4, 1 << 20, 8))
        .isEqualTo(393, within(4.0));
  }

  /** pcie-bench: Gen3 x8 takes 52.9 Gb/s of writes, so a 100 Gb/s card in such a slot does. */
  @Test
  void shouldBeHeldToANarrowSlot() {
    Pair slot = Pair.at("100Gbps").with(PcieKnobs.GENERATION, "3").with(PcieKnobs.LANES, "8");
    double gbps = slot.gbps("write", 4, 1 << 20, 8);
    assertThat(gbps).isEqualTo(52.9, within(0.6));
    PATHS.row("100 Gb/s in a slot of Gen3 x8, Gb/s", "52.9", Cells.number(gbps, 1));
  }

  /**
   * Stellar, SIGCOMM 2025: a ConnectX-6 with 16 queue pairs and pages of 4 KiB falls from 190 to
   * 170 Gb/s when what is in use no longer fits, and does not with larger pages. The buffers here
   * are smaller, and so is what fits.
   */
  @Test
  void shouldSlowDownWhenTranslationsNoLongerFit() {
    Pair pair =
        Pair.at("200Gbps")
            .with(PcieKnobs.READ_TAGS, "26")
            .with(PcieKnobs.PAGE, "4KiB")
            .with(NicKnobs.TRANSLATIONS, "512");
    double fits = pair.gbps("write", 16, 64 << 10, 40);
    double tooMany = pair.gbps("write", 16, 1 << 20, 8);
    assertThat(fits).isEqualTo(190, within(2.0));
    assertThat(tooMany).isEqualTo(170, within(5.0));
    PATHS.row("pages of 4 KiB, all translations fit, Gb/s (fitted)", "190", Cells.number(fits, 0));
    PATHS.row("they do not fit (fitted)", "170", Cells.number(tooMany, 0));
    assertThat(pair.with(PcieKnobs.PAGE, "2MiB").gbps("write", 16, 1 << 20, 8))
        .isEqualTo(fits, within(1.0));
  }

  /**
   * Packets of which each is in a page of its own go as fast as the NIC looks pages up, be they
   * small or as large as a page; in huge pages as fast as the wire.
   */
  @ParameterizedTest
  @CsvSource({"write, 64", "write, 4096", "read, 64", "read, 4096"})
  void shouldSendNoFasterThanItLooksTranslationsUp(String operation, int size) {
    Pair pair =
        Pair.at("400Gbps")
            .with(NicKnobs.POST, "0ns")
            .with(PcieKnobs.PAGE, "4KiB")
            .with(PcieKnobs.BUFFER, "64MiB")
            .with(NicKnobs.TRANSLATIONS, "8")
            .with(NicKnobs.TRANSLATION_RATE, "2")
            .with(NicKnobs.TRANSLATION_TIME, "1us");
    assertThat(pair.messageRate(operation, 4, size, 500)).isEqualTo(2, within(0.02));
    assertThat(pair.with(PcieKnobs.PAGE, "1GiB").messageRate(operation, 4, size, 500))
        .isGreaterThan(8);
  }

  /** An article: 10 million a second. It is 41 GB/s of pages of 4 KiB, not the 50 of the link. */
  @Test
  void shouldReachWhatTheArticlesPageWalksCarry() {
    Pair pair =
        Pair.at("400Gbps")
            .with(PcieKnobs.PAGE, "4KiB")
            .with(PcieKnobs.BUFFER, "64MiB")
            .with(NicKnobs.TRANSLATION_MISS, "0ns")
            .with(Presets.named("article").orElseThrow().settings("hosts"));
    double walked = pair.gbps("write", 4, 1 << 20, 32);
    assertThat(walked).isEqualTo(327.68, within(3.3));
    PATHS.row(
        "10 million look-ups a second of 4 KiB, 400 Gb/s",
        "327.7 (arithmetic)",
        Cells.number(walked, 1));
    assertThat(pair.with(PcieKnobs.PAGE, "2MiB").gbps("write", 4, 1 << 20, 8)).isGreaterThan(380);
  }

  @Test
  void shouldWaitForEachTranslationThatItLooksUp() {
    Pair pair = Pair.at("400Gbps");
    double none = oneWayNs(pair, 8);
    assertThat(oneWayNs(pair.with(NicKnobs.TRANSLATION_TIME, "200ns"), 8) - none)
        .as("one at either end")
        .isEqualTo(400, within(1.0));
  }

  @Test
  void shouldWaitForDoorbellsAndRequestsInTurn() {
    Pair pair = Pair.at("400Gbps").with(NicKnobs.INLINE, "220B");
    double withBlueFlame = oneWayNs(pair, 8);
    assertThat(oneWayNs(pair.with(NicKnobs.BLUE_FLAME, "false"), 8) - withBlueFlame)
        .isEqualTo(560, within(1.0));
    assertThat(oneWayNs(pair.with(PcieKnobs.SWITCHES, "1"), 8) - withBlueFlame)
        .as("a switch at either host, one doorbell and one write")
        .isEqualTo(220, within(1.0));
    assertThat(oneWayNs(pair.with(NicKnobs.INLINE, "0B"), 8) - withBlueFlame)
        .as("the payload is read")
        .isBetween(560.0, 585.0);
  }

  @Test
  void shouldPauseItsSwitchWhenItGetsNoCredits() {
    Lab.Outcome stalled = incast(stall("200us").at("host-2", PcieKnobs.STALL_AT, "20us"));
    Lab.Outcome well = incast(stall("200us"));
    assertThat(well.run().counts().pauses()).isZero();
    assertThat(stalled.run().counts().pauses()).isPositive();
    assertThat(stalled.drops()).isZero();
    long later = stalled.run().completionTimePs() - well.run().completionTimePs();
    assertThat(later)
        .as("the stall, less what the receive buffer took in meanwhile")
        .isBetween(155 * US, 200 * US);
  }

  @Test
  void shouldSayWhichHostIsBehindAnErrorOfAQueuePair() {
    Lab.Outcome outcome =
        stall("1s")
            .at("host-2", PcieKnobs.STALL_AT, "2us")
            .set(TransportKnobs.ACK_TIMEOUT, "6")
            .set(TransportKnobs.RETRY_COUNT, "3")
            .flow(0, 2, 50_000, 0)
            .run(RunOptions.DEFAULT);
    assertThat(outcome.flows())
        .anySatisfy(flow ->
            assertThat(flow.failure())
                .contains("retry counter exceeded")
                .contains("host-2 got no PCIe credits from 2us to 1000.002ms"));
  }

  /** The NIC pauses its switch until that has lasted for too long, and then drops. */
  @Test
  void shouldEndInAnErrorBehindPausesWhereCreditsStayAway() {
    Lab.Outcome outcome = starved("8600ms"); // 8 s of pauses, 8 timeouts of 67 ms
    assertThat(outcome.flows())
        .allSatisfy(flow ->
            assertThat(flow.failure())
                .startsWith("transport retry counter exceeded: 8 timeouts in a row without an ACK")
                .endsWith("host-2 got no PCIe credits from 20us to 90000.02ms"));
    assertThat(outcome.dropsByCause()).containsOnlyKeys(DropCause.HOST_BUFFER);
    assertThat(outcome.run().hosts().get(2).pauseStorms()).isOne();
    assertThat(starved("7999ms").drops()).isZero();
  }

  /** Retries run out long before that: what is paused at its sender is not answered either. */
  @Test
  void shouldEndInAnErrorWhilePausesHoldBackWhatIsToBeSentAgain() {
    assertThat(starved("530ms").flows())
        .allSatisfy(flow -> assertThat(flow.failure()).doesNotContain("retry counter"));
    Lab.Outcome outcome = starved("550ms"); // 8 timeouts of 67.1 ms are 537
    assertThat(outcome.flows())
        .allSatisfy(flow -> assertThat(flow.failure()).contains("8 timeouts in a row"));
    assertThat(outcome.drops()).isZero();
    assertThat(outcome.run().hosts().get(2).pauseStorms()).isZero();
  }

  private static Lab.Outcome starved(String stop) {
    return incast(stall("90s").at("host-2", PcieKnobs.STALL_AT, "20us").set(RunKnobs.STOP, stop));
  }

  /** Credits come back before the NIC gives up its pause, or before the retries run out. */
  @ParameterizedTest
  @CsvSource({"80ms, 70ms, 0", "80ms, 400ms, 1"})
  void shouldGoOnWhereCreditsComeBackInTime(String limit, String stall, long storms) {
    Lab.Outcome outcome =
        incast(
            stall(stall)
                .at("host-2", PcieKnobs.STALL_AT, "20us")
                .set(HostKnobs.PAUSE_LIMIT, limit));
    assertThat(outcome.flows()).allMatch(FlowResult::finished);
    assertThat(outcome.run().hosts().get(2).pauseStorms()).isEqualTo(storms);
    assertThat(outcome.drops() > 0).isEqualTo(storms > 0);
    assertThat(outcome.run().counts().payloadDelivered()).isEqualTo(2_000_000);
  }

  private static Lab stall(String time) {
    return Lab.star(3, "100Gbps", "500ns")
        .set(PcieKnobs.STAGES, "detailed")
        .set(CongestionKnobs.ALGORITHM, "none")
        .set(HostKnobs.RECEIVE_BUFFER, "512KiB")
        .set(PcieKnobs.STALL_FOR, time);
  }

  private static Lab.Outcome incast(Lab lab) {
    return lab.flow(0, 2, 1_000_000, 0).flow(1, 2, 1_000_000, 0).run(RunOptions.DEFAULT);
  }

  @Test
  void shouldCopyThroughHostMemoryMoreSlowly() {
    Pair direct = Pair.at("400Gbps").with(PcieKnobs.MEMORY, "gpu");
    Pair staged = direct.with(PcieKnobs.MEMORY, "staged");
    assertThat(oneWayNs(staged, 8) - oneWayNs(direct, 8)).isEqualTo(13_000, within(1.0));
    assertThat(bothWays(staged)).isGreaterThan(1.8 * bothWays(direct));
    assertThat(bothWays(staged.with(PcieKnobs.GPU_PATH, "phb")))
        .as("a GPU on a root port of its own does not share the NIC's uplink")
        .isLessThan(1.1 * bothWays(direct));
  }

  private static double bothWays(Pair pair) {
    Lab lab =
        Lab.chain(List.of("400Gbps"), "10ns")
            .set(pair.settings())
            .flow(0, 1, 20_000_000, 0)
            .flow(1, 0, 20_000_000, 0);
    return lab.run(RunOptions.DEFAULT).run().completionTimePs();
  }

  /**
   * Stellar, SIGCOMM 2025: switches with room for 32 functions let each of four NICs have eight;
   * containers beyond that find GPUDirect disabled.
   */
  @Test
  void shouldHaveNoGpuDirectForMoreFunctionsThanSwitchesKnow() {
    Pair tenant =
        Pair.at("400Gbps")
            .with(PcieKnobs.MEMORY, "gpu")
            .with(NicKnobs.FUNCTION, "virtual")
            .with(NicKnobs.LOOKUPS, "32");
    double alone = oneWayNs(tenant, 8);
    assertThat(oneWayNs(tenant.with(NicKnobs.FUNCTIONS, "" + 4 * 8), 8)).isEqualTo(alone);
    Pair crowded = tenant.with(NicKnobs.FUNCTIONS, "" + 4 * 9);
    assertThat(oneWayNs(crowded, 8) - alone)
        .as("a copy of 6.5 us at either end")
        .isEqualTo(13_000, within(1.0));
    assertThat(oneWayNs(crowded.with(NicKnobs.FUNCTION, "physical"), 8)).isLessThan(alone);
  }

  /**
   * Stellar, SIGCOMM 2025: 8 B take 7 % longer between functions of two ConnectX-7. An article has
   * 0.82 us in place of 0.68, 140 ns.
   */
  @Test
  void shouldTakeLongerBetweenVirtualFunctions() {
    Pair bare = Pair.at("400Gbps").with(NicKnobs.INLINE, "220B");
    double physical = oneWayNs(bare, 8);
    Pair tenant = bare.with(NicKnobs.FUNCTION, "virtual");
    assertThat(oneWayNs(tenant, 8) / physical).isEqualTo(1.07, within(0.005));
    PATHS.row(
        "8 B between virtual functions",
        "7 % more (fitted)",
        Cells.difference(oneWayNs(tenant, 8), physical));
    assertThat(oneWayNs(tenant.with(NicKnobs.FUNCTION_LATENCY, "70ns"), 8) - physical)
        .isEqualTo(140, within(0.1));
    assertThat(oneWayNs(bare.with(NicKnobs.FUNCTION_LATENCY, "70ns"), 8)).isEqualTo(physical);
  }

  /** A better part, and what makes it better. */
  private record Better(Knob<?> knob, String worse, String better) {}

  private static final List<Better> BETTER =
      List.of(
          new Better(PcieKnobs.READ_TAGS, "8", "32"),
          new Better(PcieKnobs.WRITE_CREDITS, "4KiB", "16KiB"),
          new Better(PcieKnobs.RELAXED_ORDERING, "false", "true"),
          new Better(PcieKnobs.LANES, "4", "8"),
          new Better(PcieKnobs.GENERATION, "3", "4"),
          new Better(PcieKnobs.MAX_PAYLOAD, "128", "256"),
          new Better(PcieKnobs.READ_LATENCY, "900ns", "500ns"),
          new Better(PcieKnobs.RETIMERS, "3", "1"),
          new Better(PcieKnobs.RETIMER_LCRC, "true", "false"),
          new Better(NicKnobs.MESSAGE_RATE, "2", "20"),
          new Better(NicKnobs.CONTEXTS, "2", "50"),
          new Better(NicKnobs.CONTEXT_CACHE, "3", "100"),
          new Better(NicKnobs.CONTEXT_MISS, "300ns", "30ns"),
          new Better(NicKnobs.TRANSLATIONS, "2", "50"),
          new Better(NicKnobs.POST, "400ns", "100ns"),
          new Better(NicKnobs.MESSAGE_GAP, "200ns", "0ns"),
          new Better(NicKnobs.TRANSMIT_BUFFER, "16KiB", "256KiB"),
          new Better(PcieFaultKnobs.BIT_ERRORS, "1e-6", "0"),
          new Better(PcieFaultKnobs.BIT_ERRORS, "1e-5", "1e-7"),
          new Better(IommuKnobs.ENTRIES, "2", "100"),
          new Better(IommuKnobs.DEVICE_ENTRIES, "2", "100"),
          new Better(IommuKnobs.WALK, "5us", "280ns"),
          new Better(IommuKnobs.WALK_PERIOD, "2us", "100ns"),
          new Better(IommuKnobs.PAGE, "4KiB", "2MiB"));

  /**
   * More credits, wider links and bigger caches never make a run slower, but for the order in which
   * connections take turns: a few packets.
   */
  @Test
  void shouldNeverBeSlowerWithBetterParts() {
    SplittableRandom random = new SplittableRandom(11);
    for (int trial = 0; trial < 92; trial++) {
      Better part = BETTER.get(trial % BETTER.size());
      long seed = random.nextLong();
      String operation = random.nextBoolean() ? "write" : "read";
      long worse = completion(part.knob, part.worse, operation, seed);
      long better = completion(part.knob, part.better, operation, seed);
      assertThat(better)
          .as(
              "%s %s after %s, %s, seed %d",
              part.knob.name(), part.better, part.worse, operation, seed)
          .isLessThanOrEqualTo(worse + worse / 50);
    }
  }

  private static long completion(Knob<?> knob, String value, String operation, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    Lab lab =
        Lab.star(4, "100Gbps", "200ns")
            .set(PcieKnobs.STAGES, "detailed")
            .set(CongestionKnobs.ALGORITHM, "none")
            .set(TransportKnobs.OPERATION, operation)
            .set(TransportKnobs.MESSAGE_SIZE, random.nextInt(100, 100_000) + "B")
            .set(IommuKnobs.TRANSLATION, List.of("off", "root", "ats").get(random.nextInt(3)))
            .set(IommuKnobs.PAGE, "64KiB")
            .set(knob, value);
    for (int i = 0; i < 12; i++) {
      int source = random.nextInt(4);
      lab.flow(source, (source + 1 + random.nextInt(3)) % 4, random.nextInt(1, 400_000), 0);
    }
    return lab.run(RunOptions.DEFAULT).run().completionTimePs();
  }

  @Test
  void shouldGiveTheSameBitsHoweverItIsCut() {
    String one = cut(1, 1);
    assertThat(cut(2, 4)).isEqualTo(one);
    assertThat(cut(1, 6)).isEqualTo(one);
  }

  private static String cut(int threads, int partitions) {
    Lab lab =
        Lab.shape("leaf-spine", "fabric.leaves=4", "fabric.spines=2", "fabric.hostsPerLeaf=2")
            .set(PcieKnobs.STAGES, "detailed")
            .set(PcieKnobs.READ_TAGS, "16")
            .set(NicKnobs.CONTEXTS, "2")
            .set(NicKnobs.CONTEXT_CACHE, "4")
            .set(PcieFaultKnobs.BIT_ERRORS, "1e-6")
            .set(IommuKnobs.TRANSLATION, "ats")
            .set(IommuKnobs.PAGE, "4KiB")
            .set(IommuKnobs.DEVICE_ENTRIES, "9");
    for (int i = 0; i < 40; i++) {
      lab.flow(
          i % 8, (i * 3 + 1) % 8 == i % 8 ? (i + 1) % 8 : (i * 3 + 1) % 8, 50_000 + i * 999, 0);
    }
    return lab.run(new RunOptions(threads, partitions, false)).run().digest();
  }
}
