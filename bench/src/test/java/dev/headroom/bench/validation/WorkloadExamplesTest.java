package dev.headroom.bench.validation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.model.scenario.Scenario;
import dev.headroom.model.scenario.ScenarioReader;
import dev.headroom.sim.RunOptions;
import dev.headroom.sim.Simulation;
import dev.headroom.sim.measure.RunResult;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.LongStream;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The workloads of docs/workloads.md against arithmetic. */
final class WorkloadExamplesTest {
  private static Scenario read(String text, String... set) {
    return switch (ScenarioReader.read(text, "test", List.of(set))) {
      case ScenarioReader.Good good -> good.scenario();
      case ScenarioReader.Bad bad -> throw new IllegalArgumentException(bad.problems().toString());
    };
  }

  private static String example(String name) throws IOException {
    return Files.readString(Path.of("../examples/" + name));
  }

  private static RunResult run(Scenario scenario) {
    RunResult result =
        Simulation.run(
            scenario, new RunOptions(1, 1, false), flow -> {}, (now, flows, packets) -> true);
    assertThat(result.outcome()).isEqualTo(RunResult.Outcome.FINISHED);
    return result;
  }

  private static double us(Scenario scenario) {
    return run(scenario).completionTimePs() * 1e-6;
  }

  /** The prompt, the last quarter of its keys and values at 400 Gb/s, and a step of decoding. */
  @Test
  void shouldSendWhatIsLeftWhenThePromptIsDone() throws IOException {
    double smaller = (20 << 20) * 8 / 400e3;
    String text = example("kv-transfer.yaml").replace("80MiB", "20MiB");
    assertThat(us(read(text)) - 4 * 95_000 - 12_000).isBetween(smaller, 1.25 * smaller + 60);
  }

  /** A face to and one from each neighbour, and what is computed: no less, and hardly more. */
  @ParameterizedTest
  @CsvSource({"2, 1D, 2", "4, 1D, 2", "4, 2D, 4", "8, 3D, 6"})
  void shouldTakeWhatFacesTakeOnALink(int hosts, String grid, int faces) {
    String text =
        """
        name: halo
        fabric: {topology: single, hosts: %d, links: {rate: 100Gbps}}
        workload: {type: halo, grid: %s, size: 1MiB, iterations: 2, compute: 50us}
        """
            .formatted(hosts, grid);
    double least = 2 * (faces * (1 << 20) * 8 / 100e3 + 50);
    assertThat(us(read(text))).isBetween(least, 1.08 * least);
    double overlapped = us(read(text, "workload.overlap=true"));
    assertThat(us(read(text)) - overlapped).isCloseTo(100, Percentage.withPercentage(5));
  }

  /** What has no neighbour on one side sends less; small faces do not wait for the receiver. */
  @Test
  void shouldLeaveOutFacesAtTheEdges() {
    String text =
        """
        name: halo
        fabric: {topology: single, hosts: 6}
        workload: {type: halo, grid: 3x2, size: 4KiB, iterations: 1, periodic: false}
        """;
    RunResult eager = run(read(text));
    assertThat(eager.counts().payloadDelivered()).isEqualTo(2L * 7 * 4096);
    assertThat(eager.counts().flows()).isEqualTo(14);
    RunResult asked = run(read(text, "workload.eagerLimit=1KiB"));
    assertThat(asked.counts().flows()).isEqualTo(28);
    assertThat(asked.completionTimePs()).isGreaterThan(eager.completionTimePs());
  }

  /** Orders through a NIC that the program drives come within microseconds, the kernel's later. */
  @Test
  void shouldPutOrdersOnTheWireFasterWithoutTheKernel() throws IOException {
    assertThat(percentile(99, "transport=rocev2")).isBetween(1.0, 5.0);
    assertThat(percentile(50, "transport=tcp"))
        .isGreaterThan(3 * percentile(50, "transport=rocev2"));
  }

  private static double percentile(int percent, String set) throws IOException {
    Scenario scenario = read(example("hft-orders.yaml"), set, "workload.duration=500us");
    return percentileUs(percent, scenario, Long.MAX_VALUE);
  }

  /** Of the time until delivery of flows up to a size. */
  private static double percentileUs(int percent, Scenario scenario, long mostBytes) {
    List<Long> times = new ArrayList<>();
    Simulation.run(
        scenario,
        new RunOptions(1, 1, false),
        flow -> {
          if (flow.bytes() <= mostBytes) {
            times.add(flow.deliveredPs() - flow.startPs());
          }
        },
        (now, flows, packets) -> true);
    long[] sorted = times.stream().mapToLong(Long::longValue).sorted().toArray();
    return LongStream.of(sorted)
            .skip((long) (sorted.length - 1) * percent / 100)
            .findFirst()
            .orElseThrow()
        * 1e-6;
  }

  /**
   * Each tenant has half of a link while both send, so neither's jobs end when alone they would.
   */
  @Test
  void shouldSlowOneTenantByTheOther() throws IOException {
    String both = example("two-tenants.yaml");
    String first = both.replace("  - {type: all-to-all, size: 4MiB}\n", "");
    String second = both.replace("  - {type: all-reduce, size: 16MiB}\n", "");
    double alone = us(read(first));
    double other = us(read(second));
    assertThat(us(read(both)))
        .isGreaterThan(1.05 * Math.max(alone, other))
        .isLessThan(1.15 * (alone + other));
  }

  /** TCP takes links from what gives way to marks, unless each has a class of its own. */
  @Test
  void shouldKeepTrainingFromWaitingForBackups() throws IOException {
    String text = example("storage-beside-training.yaml");
    double apart = endOfFirstPartUs(read(text));
    double shared =
        endOfFirstPartUs(
            read(text, "workload.1.transport.class=3", "workload.2.transport.class=3"));
    assertThat(apart).isLessThan(0.6 * shared);
  }

  /** A NIC that storage floods holds up all rings of NCCL that pass it, unless in another class. */
  @Test
  void shouldKeepNcclFromWaitingForStorage() throws IOException {
    String text = example("nccl-beside-storage.yaml");
    double apart = endOfFirstPartUs(read(text));
    double shared = endOfFirstPartUs(read(text, "workload.1.transport.class=3"));
    assertThat(apart).isLessThan(0.8 * shared);
  }

  /** Rings that cross a thin spine share it, with themselves and with another job's. */
  @Test
  void shouldSayWhatScatteringAJobAndItsNeighbourCost() throws IOException {
    String text = example("two-jobs.yaml").replace("hidden: 2048", "hidden: 1024");
    double scattered = endOfFirstPartUs(read(text));
    double alone = endOfFirstPartUs(read(text.substring(0, text.strip().lastIndexOf('\n'))));
    double packed =
        endOfFirstPartUs(read(text, "workload.0.hosts=host-0..31", "workload.1.hosts=host-32..63"));
    assertThat(packed).isLessThan(0.9 * alone);
    assertThat(alone).isLessThan(0.9 * scattered);
  }

  private static double endOfFirstPartUs(Scenario scenario) {
    AtomicLong lastPs = new AtomicLong();
    Simulation.run(
        scenario,
        new RunOptions(1, 1, false),
        flow -> {
          if (scenario.flows().part(flow.flow()) == 0) {
            lastPs.accumulateAndGet(flow.completedPs(), Math::max);
          }
        },
        (now, flows, packets) -> true);
    return lastPs.get() * 1e-6;
  }

  /** Small messages stand behind what the NIC has read ahead for the neighbour. */
  @Test
  void shouldKeepSmallMessagesWaitingBehindTheNeighboursBuffer() throws IOException {
    String both = example("noisy-neighbour.yaml");
    String alone = both.replaceAll("(?m)^  - \\{type: permutation.*\n", "");
    double quiet = percentileUs(50, read(alone), 1024);
    for (int kib : new int[] {16, 128}) {
      String buffer = "hosts.nic.transmitBuffer=" + kib + "KiB";
      double drain = kib * 1024 * 8 / 100e3;
      double frame = 4178 * 8 / 100e3;
      assertThat(percentileUs(50, read(both, buffer), 1024) - quiet)
          .as("%d KiB at 100 Gb/s, give or take a frame on the wire and those of its turn", kib)
          .isBetween(drain - frame, drain + 3 * frame);
    }
  }

  /** Who needs the stormed host's cores waits for it; who polls does not. */
  @Test
  void shouldHoldUpTcpByAStormOfInterruptsAndNotWhoPolls() throws IOException {
    String stormy = example("interrupt-storm.yaml");
    String quiet = stormy.replaceAll("(?m)^  failures:\n.*\n", "");
    assertThat(us(read(stormy))).isBetween(us(read(quiet)) + 9_000, us(read(quiet)) + 12_000);
    String[] polling = {"transport=rocev2"};
    assertThat(us(read(stormy, polling))).isEqualTo(us(read(quiet, polling)));
    String[] sleeping = {"transport=rocev2", "hosts.completions.wait=events"};
    assertThat(us(read(stormy, sleeping)))
        .as("14 rounds, each of which it wakes for at 1/17 of its speed")
        .isBetween(us(read(quiet, sleeping)) + 50, us(read(quiet, sleeping)) + 800);
  }
}
