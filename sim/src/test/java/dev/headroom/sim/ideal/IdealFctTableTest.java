package dev.headroom.sim.ideal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.headroom.model.fabric.Fabric;
import dev.headroom.model.fabric.Link;
import dev.headroom.model.fabric.Node;
import dev.headroom.model.knob.CongestionKnobs;
import dev.headroom.model.knob.PfcKnobs;
import dev.headroom.model.knob.Settings;
import dev.headroom.model.knob.SrdKnobs;
import dev.headroom.model.knob.SwitchKnobs;
import dev.headroom.model.knob.TcpKnobs;
import dev.headroom.model.knob.TransportKnobs;
import dev.headroom.model.knob.UetKnobs;
import dev.headroom.model.scenario.Presets;
import dev.headroom.model.scenario.Scenario;
import dev.headroom.model.workload.FlowList;
import dev.headroom.sim.ProgressListener;
import dev.headroom.sim.RunOptions;
import dev.headroom.sim.Simulation;
import dev.headroom.sim.TimeAlone;
import dev.headroom.sim.measure.FlowResult;
import dev.headroom.unit.Rate;
import dev.headroom.unit.Size;
import dev.headroom.unit.Time;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The closed form against runs, to the picosecond, over paths, rates, modes, sizes and windows. */
class IdealFctTableTest {
  private static final long[] GBPS = {10, 25, 40, 50, 100, 200, 400, 800, 1600};
  private static final long ODD_BPS = 54_545_000_000L;
  private static final String[] VERBS = {"write", "send", "read", "read"};
  private static final int CASES = 250;

  @Tag("whole")
  @ParameterizedTest
  @ValueSource(ints = {2, 3, 4})
  void shouldEqualARunOfManyFlowsAlone(int seed) {
    shouldEqualARunOfTheFlowAlone(seed);
  }

  @ParameterizedTest
  @ValueSource(ints = 1)
  void shouldEqualARunOfTheFlowAlone(int seed) {
    Random random = new Random(seed);
    for (int i = 0; i < CASES; i++) {
      Scenario scenario = chain(random);
      List<FlowResult> flows = new ArrayList<>();
      Simulation.run(scenario, RunOptions.DEFAULT, flows::add, ProgressListener.SILENT);
      FlowResult flow = flows.getFirst();
      assertThat(flow.idealFctPs())
          .as(
              "seed %d case %d: %s over %s",
              seed, i, scenario.settings().asMap(), scenario.fabric())
          .isEqualTo(flow.fctPs());
    }
  }

  /** READs over transports of their own, with a window for all and queues that lose nothing. */
  @ParameterizedTest
  @ValueSource(strings = {"uec", "srd", "iwarp"})
  void shouldEqualARunOfAReadAlone(String transport) {
    Random random = new Random(transport.hashCode());
    for (int i = 0; i < CASES; i++) {
      Scenario drawn = chain(random);
      Settings settings =
          Presets.named(transport)
              .orElseThrow()
              .settings()
              .parse(TransportKnobs.OPERATION, "read")
              .parse(CongestionKnobs.ALGORITHM, "none")
              .with(SwitchKnobs.TRIMMING, false)
              .with(SwitchKnobs.SWITCH_BUFFER, new Size(1L << 30))
              .with(SwitchKnobs.SWITCH_LATENCY, drawn.settings().get(SwitchKnobs.SWITCH_LATENCY))
              .parse(SwitchKnobs.QUEUE_LIMIT, "1GiB")
              .with(SwitchKnobs.FORWARDING, drawn.settings().get(SwitchKnobs.FORWARDING))
              .with(SwitchKnobs.ADMISSION, drawn.settings().get(SwitchKnobs.ADMISSION))
              .with(
                  TransportKnobs.MTU,
                  transport.equals("iwarp") ? 576L + random.nextInt(8_425) : mtu(random))
              .with(TcpKnobs.HANDSHAKE, false)
              .parse(TcpKnobs.RECEIVE_WINDOW, "64MiB")
              .parse(TcpKnobs.MIN_TIMEOUT, "10s")
              .with(TcpKnobs.TAIL_PROBE, false)
              .parse(UetKnobs.TIMEOUT, "10s")
              .parse(SrdKnobs.MIN_TIMEOUT, "10s");
      FlowResult flow = alone(drawn, settings);
      assertThat(flow.idealFctPs())
          .as("case %d: %s over %s", i, settings.asMap(), drawn.fabric())
          .isEqualTo(flow.fctPs());
    }
  }

  /** Now and then so small that the ACK of a request is longer than the data's packets. */
  private static long mtu(Random random) {
    return random.nextInt(8) == 0 ? 1 + random.nextInt(12) : 1 + random.nextInt(9_000);
  }

  private static FlowResult alone(Scenario drawn, Settings settings) {
    List<FlowResult> flows = new ArrayList<>();
    Simulation.run(
        new Scenario(
            "alone", drawn.fabric(), List.of(), settings, List.of(), "one flow", drawn.flows()),
        RunOptions.DEFAULT,
        flows::add,
        ProgressListener.SILENT);
    return flows.getFirst();
  }

  @Tag("whole")
  @ParameterizedTest
  @ValueSource(ints = {6, 7, 8})
  void shouldEqualARunOfManyLongFlowsAlone(int seed) {
    shouldEqualARunOfALongFlowAlone(seed);
  }

  /** Long flows of many messages, most of which are skipped. */
  @ParameterizedTest
  @ValueSource(ints = 5)
  void shouldEqualARunOfALongFlowAlone(int seed) {
    Random random = new Random(seed);
    for (int i = 0; i < 12; i++) {
      Scenario scenario = chain(random);
      Settings settings = scenario.settings().with(TransportKnobs.MTU, 512L << random.nextInt(4));
      if (random.nextInt(3) > 0) {
        settings = settings.with(TransportKnobs.WINDOW, new Size(1_000 + random.nextInt(300_000)));
      }
      FlowList flows =
          new FlowList(
              List.of(FlowList.Entry.at(0, 1, 20_000_000 + random.nextInt(20_000_000), 0)));
      scenario =
          new Scenario(
              "alone", scenario.fabric(), List.of(), settings, List.of(), "one flow", flows);
      List<FlowResult> results = new ArrayList<>();
      Simulation.run(scenario, RunOptions.DEFAULT, results::add, ProgressListener.SILENT);
      assertThat(results.getFirst().idealFctPs())
          .as("seed %d case %d: %s over %s", seed, i, settings.asMap(), scenario.fabric())
          .isEqualTo(results.getFirst().fctPs());
    }
  }

  /**
   * A flow of a pebibyte, of which not all packets can have been looked at: 2^38 of them. It takes
   * as much longer than one of half its size as that one than a quarter.
   */
  @ParameterizedTest(name = "window {0}, messages of {1}")
  @CsvSource({"64KB, 1MiB", "1MiB, 1MiB", "300KB, 100KB", "4MiB, 2GiB", "1TiB, 1MiB", "5000B, 1MB"})
  void shouldTakeNoLongerForALongerFlow(String window, String message) {
    Settings settings =
        Settings.DEFAULTS
            .parse(TransportKnobs.WINDOW, window)
            .parse(TransportKnobs.MESSAGE_SIZE, message);
    checkSteadyRate(settings, 5);
  }

  /** The same of READs, whose messages were gone through one by one: 2^38 of 4 KiB. */
  @ParameterizedTest(name = "window {0}, messages of {1}")
  @Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
  @CsvSource({
    "1TiB, 4KiB",
    "64KB, 4KiB",
    "4MiB, 1000B",
    "64KB, 1MiB",
    "300KB, 100KB",
    "4MiB, 2GiB",
    "5000B, 1MB"
  })
  void shouldReadForeverAsFast(String window, String message) {
    checkSteadyRate(
        Settings.DEFAULTS
            .parse(TransportKnobs.OPERATION, "read")
            .parse(TransportKnobs.WINDOW, window)
            .parse(TransportKnobs.MESSAGE_SIZE, message),
        0.1);
  }

  /** One after the other, so that sizes end in any place of a round, a message and a packet. */
  @ParameterizedTest(name = "window {0}, messages of {1}, {2} outstanding")
  @CsvSource({"1TiB, 4KiB, 4", "64KB, 4KiB, 16", "20000B, 5000B, 3", "100KB, 33333B, 7"})
  void shouldEqualRunsOfReadsOfManySizes(String window, String message, int outstanding) {
    Settings settings =
        Settings.DEFAULTS
            .parse(CongestionKnobs.ALGORITHM, "none")
            .with(CongestionKnobs.ECN, false)
            .parse(TransportKnobs.OPERATION, "read")
            .parse(TransportKnobs.WINDOW, window)
            .parse(TransportKnobs.MESSAGE_SIZE, message)
            .with(TransportKnobs.OUTSTANDING_READS, (long) outstanding);
    Random random = new Random(outstanding);
    for (int i = 0; i < 40; i++) {
      long bytes = 1L + random.nextInt(3_000_000);
      FlowResult flow = run(settings, bytes);
      assertThat(flow.idealFctPs()).as("%d bytes", bytes).isEqualTo(flow.fctPs());
    }
  }

  private static void checkSteadyRate(Settings settings, double leastGbps) {
    long[] times = new long[3];
    for (int i = 0; i < 3; i++) {
      times[i] = alone(settings, 1L << (48 + i));
    }
    double first = times[1] - times[0];
    double second = times[2] - times[1];
    assertThat(second / first).isCloseTo(2, within(1e-6));
    assertThat(8e3 * (1L << 50) / times[2]).as("Gb/s").isBetween(leastGbps, 98.04);
  }

  private static long alone(Settings settings, long bytes) {
    return TimeAlone.ofPs(scenario(settings, bytes), 0);
  }

  private static FlowResult run(Settings settings, long bytes) {
    List<FlowResult> results = new ArrayList<>();
    Simulation.run(
        scenario(settings, bytes), RunOptions.DEFAULT, results::add, ProgressListener.SILENT);
    return results.getFirst();
  }

  private static Scenario scenario(Settings settings, long bytes) {
    List<Node> nodes =
        List.of(
            new Node(0, "host-0", Node.Kind.HOST, 0, 0),
            new Node(1, "host-1", Node.Kind.HOST, 0, 1),
            new Node(2, "switch-0", Node.Kind.SWITCH, 1, 2));
    List<Link> links =
        List.of(
            new Link(0, 2, Rate.ofGbps(100), Time.ofMicros(1), 0),
            new Link(2, 1, Rate.ofGbps(100), Time.ofMicros(1), 0));
    FlowList flows = new FlowList(List.of(FlowList.Entry.at(0, 1, bytes, 0)));
    return new Scenario(
        "alone",
        new Fabric("pair", nodes, links),
        List.of(),
        settings,
        List.of(),
        "one flow",
        flows);
  }

  private static Scenario chain(Random random) {
    int switches = 1 + random.nextInt(5);
    List<Node> nodes = new ArrayList<>();
    List<Link> links = new ArrayList<>();
    nodes.add(new Node(0, "host-0", Node.Kind.HOST, 0, 0));
    nodes.add(new Node(1, "host-1", Node.Kind.HOST, 0, 0));
    boolean alike = random.nextBoolean();
    long common = random.nextInt(4) == 0 ? ODD_BPS : rate(random);
    int before = 0;
    for (int i = 0; i <= switches; i++) {
      int next = i == switches ? 1 : 2 + i;
      if (i < switches) {
        nodes.add(new Node(next, "switch-" + i, Node.Kind.SWITCH, 1, i));
      }
      long bps = alike ? common : rate(random);
      Time delay = new Time(10_000 + random.nextInt(2_000_000));
      links.add(new Link(before, next, new Rate(bps), delay, 0));
      before = next;
    }
    long bytes = random.nextInt(10) == 0 ? 0 : (long) Math.exp(random.nextDouble() * 15);
    FlowList flows =
        new FlowList(List.of(FlowList.Entry.at(0, 1, bytes, random.nextInt(1_000_000))));
    return new Scenario(
        "alone",
        new Fabric("chain", nodes, links),
        List.of(),
        settings(random),
        List.of(),
        "one flow",
        flows);
  }

  private static long rate(Random random) {
    return GBPS[random.nextInt(GBPS.length)] * 1_000_000_000L;
  }

  private static Settings settings(Random random) {
    Settings settings =
        Settings.DEFAULTS
            .parse(CongestionKnobs.ALGORITHM, "none")
            .with(CongestionKnobs.ECN, false)
            .with(PfcKnobs.PFC, random.nextBoolean())
            .with(SwitchKnobs.SWITCH_BUFFER, new Size(1L << 30))
            .with(SwitchKnobs.SWITCH_LATENCY, new Time(random.nextInt(500_000)))
            .parse(
                SwitchKnobs.FORWARDING, random.nextBoolean() ? "cut-through" : "store-and-forward")
            .parse(SwitchKnobs.ADMISSION, random.nextInt(4) == 0 ? "tail" : "header")
            .parse(TransportKnobs.OPERATION, VERBS[random.nextInt(VERBS.length)])
            .with(TransportKnobs.MTU, 256L << random.nextInt(5))
            .with(TransportKnobs.ACK_EVERY, 1L + random.nextInt(8))
            .with(TransportKnobs.MESSAGE_SIZE, new Size(1 + random.nextInt(200_000)))
            .with(TransportKnobs.OUTSTANDING, 1L + random.nextInt(16))
            .with(TransportKnobs.OUTSTANDING_READS, 1L + random.nextInt(8));
    return random.nextInt(3) == 0
        ? settings.with(TransportKnobs.WINDOW, new Size(1_000 + random.nextInt(300_000)))
        : settings;
  }
}
