package dev.headroom.formats.catalogue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import dev.headroom.formats.FormatException;
import dev.headroom.formats.hpcc.HpccReader;
import dev.headroom.formats.hpcc.HpccResults;
import dev.headroom.formats.htsim.HtsimReader;
import dev.headroom.formats.simai.SimaiReader;
import dev.headroom.model.machine.MachineCatalogue;
import dev.headroom.model.scenario.ScenarioReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Readers of scenarios and of other simulators' files: whatever is in the files, they answer with a
 * scenario or with problems, in time. A long search, as {@link FuzzTest}: {@code -Pfuzz}.
 */
@Tag("fuzz")
final class FileFuzzTest {
  private static final long SEED = Long.getLong("headroom.seed", 20261122);
  private static final Duration EACH =
      Duration.ofMillis(Long.getLong("headroom.fuzz.parser.ms", 10_000));
  private static final String ONLY = System.getProperty("headroom.fuzz.only", ".*");

  /** Changes of one text before the sample is taken anew. */
  private static final int GENERATIONS = 12;

  @TempDir private Path folder;

  /** Reads what lies in a folder. */
  @FunctionalInterface
  interface Read {
    void of(Path folder) throws IOException;
  }

  /** Files that belong together, and their reader. */
  record Input(String name, Map<String, String> files, Read read) {
    @Override
    public String toString() {
      return name;
    }
  }

  static Stream<Input> inputs() {
    return Stream.of(
            new Input(
                "hpcc",
                Map.of(
                    "config.txt",
                    """
                    ENABLE_QCN 1
                    PACKET_PAYLOAD_SIZE 1000
                    TOPOLOGY_FILE topology.txt
                    FLOW_FILE flows.txt
                    SIMULATOR_STOP_TIME 4.00
                    CC_MODE 1
                    RATE_AI 20Mb/s
                    RATE_HAI 200Mb/s
                    RP_TIMER 300
                    L2_ACK_INTERVAL 1
                    EWMA_GAIN 0.00390625
                    LINK_DOWN 0 0 0
                    KMAX_MAP 2 100000000000 1600 200000000000 3200
                    KMIN_MAP 2 100000000000 400 200000000000 800
                    PMAX_MAP 2 100000000000 0.2 200000000000 0.1
                    BUFFER_SIZE 32
                    """,
                    "topology.txt",
                    "4 1 3\n3\n0 3 100Gbps 1000ns 0.0\n1 3 100Gbps 0.001ms 0.25\n2 3 200Gbps 1us 0.0\n",
                    "flows.txt",
                    "2\n1 0 3 100 3000 2.000000\n1 0 3 200 5 2.000002612\n"),
                at -> HpccReader.read(at.resolve("config.txt"), HpccReader.Options.DEFAULT)),
            new Input(
                "hpcc-results",
                Map.of(
                    "fct.txt",
                    "0b000001 0b000101 10000 100 3000 2000000000 5000 4000\n",
                    "pfc.txt",
                    "2000001000 3 1 0 1\n2000002000 3 1 0 0\n"),
                at -> {
                  HpccResults.fct(at.resolve("fct.txt"));
                  HpccResults.pfc(at.resolve("pfc.txt"));
                }),
            new Input(
                "htsim",
                Map.of(
                    "a.cm",
                    """
                    Nodes 8
                    Connections 3
                    Triggers 1
                    Failures 1
                    0->1 id 1 start 0 size 2000000 send_done_trigger 1
                    2->3 id 2 start 5000000 size 1000 recv_done_trigger 1
                    4->5 id 3 trigger 1 size 500
                    trigger id 1 barrier count 2
                    failure switch_type TOR switch_id 1 link_id 1
                    """,
                    "a.topo",
                    """
                    Nodes 8
                    Tiers 2
                    Podsize 8

                    Tier 0
                    Downlink_speed_Gbps 100
                    Radix_Down 4
                    Radix_Up 2
                    Downlink_Latency_ns 500

                    Tier 1
                    Downlink_speed_Gbps 200
                    Radix_Down 2
                    Downlink_Latency_ns 1000
                    """),
                at -> HtsimReader.read(at.resolve("a.cm"), at.resolve("a.topo"), Optional.empty())),
            new Input(
                "simai",
                Map.of(
                    "w.txt",
                    """
                    HYBRID_TRANSFORMER_FWD_IN_BCKWD model_parallel_NPU_group: 8 ep: 2 pp: 1 vpp: 2 ga: 1 all_gpus: 32 checkpoints: 0 checkpoint_initiates: 0
                    2
                    first -1 1000 ALLGATHER 4096 2000 REDUCESCATTER 8192 3000 NONE 0 100
                    last -1 0 ALLREDUCE 0 700 NONE 0 1 REDUCESCATTER 1000000 100
                    """),
                at ->
                    SimaiReader.read(
                        at.resolve("w.txt"),
                        MachineCatalogue.named("dgx-a100").orElseThrow(),
                        Optional.empty(),
                        List.of())),
            new Input(
                "scenario",
                Map.of(
                    "s.yaml",
                    """
                    name: two tiers
                    fabric:
                      topology: leaf-spine
                      leaves: 2
                      spines: 2
                      hostsPerLeaf: 4
                      links: {rate: 100Gbps, delay: 1us}
                      switches: {buffer: 16MiB}
                    transport: {type: rocev2, mtu: 4096}
                    congestion: {algorithm: dcqcn, kmin: 100KB, kmax: 400KB}
                    workload:
                      type: permutation
                      size: 1MB
                    overrides:
                      - {select: leaf-*, fabric.switches.buffer: 8MiB}
                    """),
                at -> {
                  String text = Files.readString(at.resolve("s.yaml"), StandardCharsets.ISO_8859_1);
                  if (ScenarioReader.read(text, "s.yaml", List.of())
                      instanceof ScenarioReader.Bad bad) {
                    throw new FormatException(bad.problems());
                  }
                }))
        .filter(input -> input.name().matches(ONLY));
  }

  @ParameterizedTest
  @MethodSource("inputs")
  void shouldAnswerWhateverIsInTheFiles(Input input) throws IOException {
    Random random = new Random(SEED ^ input.name().hashCode());
    Map<String, byte[]> texts = new TreeMap<>();
    for (Map.Entry<String, String> file : input.files().entrySet()) {
      Files.writeString(folder.resolve(file.getKey()), file.getValue());
    }
    assertThat(isAccepted(input)).as("the sample itself is read").isTrue();
    long end = System.nanoTime() + EACH.toNanos();
    long runs = 0;
    long accepted = 0;
    while (System.nanoTime() < end) {
      if (runs % GENERATIONS == 0) {
        for (Map.Entry<String, String> file : input.files().entrySet()) {
          texts.put(file.getKey(), file.getValue().getBytes(StandardCharsets.UTF_8));
          Files.write(folder.resolve(file.getKey()), texts.get(file.getKey()));
        }
      }
      List<String> names = List.copyOf(texts.keySet());
      String changed = names.get(random.nextInt(names.size()));
      texts.compute(changed, (_, text) -> Mutations.anywhere(text, random));
      Files.write(folder.resolve(changed), texts.get(changed));
      String where = "seed %d, run %d of %s".formatted(SEED, runs++, input.name());
      if (assertTimeoutPreemptively(Duration.ofSeconds(20), () -> isAccepted(input), where)) {
        accepted++;
      }
    }
    assertThat(runs).isPositive();
    System.out.printf("%s: %d runs, %d taken%n", input.name(), runs, accepted);
  }

  /** Whether it was read; problems that are told are an answer, anything else is a fault. */
  private boolean isAccepted(Input input) throws IOException {
    try {
      input.read().of(folder);
      return true;
    } catch (FormatException e) {
      assertThat(e.problems()).isNotEmpty();
      return false;
    }
  }
}
