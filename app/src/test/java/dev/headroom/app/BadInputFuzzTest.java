package dev.headroom.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import dev.headroom.app.process.ExitCodes;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Whole commands on inputs that a {@link Mutator} spoilt: each ends with a documented exit code, in
 * time, with a message of words for its user, and never with a fault of ours or without memory. A
 * few of each kind run with every build, with {@code -Pfuzz} thousands.
 *
 * <p>{@code headroom.seed} is the first seed, {@code headroom.fuzz.inputs} how many of each kind. A
 * failure names kind and seed, which are all that it takes to see it again.
 */
final class BadInputFuzzTest {
  private static final long SEED = Long.getLong("headroom.seed", 20261129);
  private static final int FEW = 8;
  private static final int MANY = Integer.getInteger("headroom.fuzz.inputs", 1_600);
  private static final Duration LONGEST = Duration.ofSeconds(20);
  private static final int MOST_FAILURES = 20;
  private static final int MOST_SAID = 400_000;
  private static final Set<Integer> DOCUMENTED = Set.of(0, 1, 2, 3);
  private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
  private static final Path HEALTHY =
      ROOT.resolve("audit/src/test/resources/dev/headroom/audit/healthy");

  private static final String SMALL =
      "fabric: {topology: single, hosts: 4}\nworkload: {type: permutation, size: 10KB}\n";

  private static final String FLOWS =
      """
      name: some flows
      fabric: {topology: leaf-spine, leaves: 2, spines: 2, hostsPerLeaf: 2, links: {rate: 100Gbps}}
      workload:
        type: flows
        flows:
          - {from: host-0, to: host-1, size: 1MB, start: 10us, name: a}
          - {from: host-1, to: host-2, size: 64KiB, after: a, ports: '10000:100'}
          - {from: host-3, to: host-0, size: 1KB, start: 1.5us}
      """;

  private static final String SETTINGS =
      """
      name: many settings
      preset: vendor
      fabric:
        topology: leaf-spine
        leaves: 4
        spines: 2
        hostsPerLeaf: 4
        links: {rate: 400Gbps, cable: 30m}
        switches: {buffer: 32MiB}
        failures: [{link: leaf-0/spine-0, from: 5us, until: 10ms, rate: 50%}]
      workload: {type: incast, fanIn: 4, size: 1MB, start: 3us}
      transport: {mtu: 4096}
      congestion: {kmin: {100Gbps: 400KB, 400Gbps: 1600KB}, pmax: 0.2}
      overrides:
        - {select: leaf-*, fabric.switches.buffer: 16MiB}
        - {select: 'leaf-1/*', congestion.kmax: 4MB}
      run: {seed: 7, stop: 10ms, probes: 10us, trace: {flows: [0, 2-3, slowest]}}
      """;

  private static final String GRAPH =
      """
      fabric:
        topology: graph
        nodes: {hosts: h-0..3, switches: [s-0, s-1]}
        links:
          - {a: h-0..1, b: s-0, rate: 100Gbps, cable: 2m}
          - {a: h-2..3, b: s-1, rate: 100Gbps, delay: 600ns}
          - {a: s-0, b: s-1, rate: 400Gbps}
      workload: {type: all-reduce, size: 1MiB, hosts: 'h-0..2,h-3'}
      """;

  private static final String POISSON =
      """
      fabric: {topology: leaf-spine, leaves: 2, spines: 2, hostsPerLeaf: 4}
      workload: {type: poisson, load: 30%, sizes: file:sizes.cdf, duration: 20us}
      """;

  private static final String SIMAI =
      """
      HYBRID_TRANSFORMER_FWD_IN_BCKWD model_parallel_NPU_group: 8 ep: 2 pp: 1 vpp: 2 ga: 1 all_gpus: 32 checkpoints: 0 checkpoint_initiates: 0
      3
      first -1 1000 ALLGATHER 4096 2000 REDUCESCATTER 8192 3000 NONE 0 100
      experts -1 500 ALLTOALL_EP 65536 0 ALLTOALL_EP 65536 0 ALLREDUCE_DP_EP 1024 100
      last -1 0 ALLREDUCE 0 700 NONE 0 1 REDUCESCATTER 1000000 100
      """;

  /** An all-reduce of 1 MiB, as astra-sim's generator of small examples writes it. */
  private static final String CHAKRA =
      "070a05302e302e344a08031214616c6c5f7265647563655f386e7075735f314d4218"
          + "07520e0a0969735f6370755f6f70d80100520d0a09636f6d6d5f747970654800520f"
          + "0a09636f6d6d5f73697a6548808040";

  private static final String MATRIX =
      """
      Nodes 8
      Connections 3
      Triggers 1
      Failures 1
      0->1 id 1 start 0 size 2000000 send_done_trigger 1
      2->3 id 2 start 5000000 size 1000 recv_done_trigger 1
      4->5 id 3 trigger 1 size 500
      trigger id 1 barrier count 2
      failure switch_type TOR switch_id 0 link_id 0
      """;

  private static final String TREE =
      """
      Nodes 8
      Tiers 2
      Podsize 8
      Tier 0
      Downlink_speed_Gbps 100
      Radix_Down 4
      Radix_Up 2
      Downlink_Latency_ns 500
      Switch_Latency_ns 100
      Tier 1
      Downlink_speed_Gbps 200
      Radix_Down 2
      Downlink_Latency_ns 500
      """;

  private static final String WAIVERS =
      """
      - rule: pcie.link-width
        subject: 'gpu-*'
        reason: a riser that is on order
        expires: 2099-03-31
      - {rule: 'nic.*', reason: known, expires: 2027-01-01}
      """;

  private static final List<String> SETS =
      List.of(
          "congestion.kmin=100KB",
          "congestion.pmax=0.2",
          "congestion=none",
          "congestion.kmin={100Gbps: 400KB, 400Gbps: 1600KB}",
          "workload.size=64KiB",
          "workload={type: incast, fanIn: 3, size: 1MB}",
          "fabric={topology: fat-tree, k: 4}",
          "fabric.hosts=8",
          "fabric.failures=[{link: host-0/switch-0, from: 5us, until: 10ms, rate: 50%}]",
          "fabric.links.rate=100Gbps",
          "transport=uec",
          "transport.mtu=1024",
          "run.trace.flows=0,2-3,slowest",
          "run.stop=1ms",
          "run.seed=7",
          "hosts.receiveBuffer=512KiB",
          "hosts.pcie.stallAt=100us",
          "overrides=[{select: host-*, hosts.receiveBuffer: 1MiB}]",
          "workload.hosts=host-0..3",
          "pfc.enabled=false",
          "preset=uec");

  enum Kind {
    SCENARIO,
    FLOW_LIST,
    REQUESTS_CSV,
    REQUESTS_JSON,
    SIZES,
    SIMAI,
    CHAKRA,
    SET,
    HPCC,
    HTSIM,
    LOOSE_FILE,
    ARCHIVE,
    WAIVERS
  }

  @TempDir private Path folder;

  /** What one command said. */
  private record Ended(int code, String said) {}

  /** Else all that follows would be about one mistake of its own. */
  @ParameterizedTest
  @EnumSource
  void shouldTakeThemUnspoilt(Kind kind) throws IOException {
    for (int i = 0; i < FEW; i++) {
      String[] args = prepared(kind, new Random(i), Mutator.idle(), healthy());
      assertThat(isRefused(kind + ": " + shown(args), args)).as(shown(args)).isFalse();
    }
  }

  @ParameterizedTest
  @EnumSource
  void shouldEndInWordsOnAFewInputs(Kind kind) throws IOException {
    run(kind, FEW);
  }

  @Tag("fuzz")
  @ParameterizedTest
  @EnumSource
  void shouldEndInWordsOnManyInputs(Kind kind) throws IOException {
    int refused = run(kind, MANY);
    System.out.printf("%s: seed %d, %d inputs, %d refused%n", kind, SEED, MANY, refused);
  }

  private int run(Kind kind, int inputs) throws IOException {
    List<Path> healthy = healthy();
    int refused = 0;
    List<AssertionError> failures = new ArrayList<>();
    for (int i = 0; i < inputs && failures.size() < MOST_FAILURES; i++) {
      long seed = SEED + i;
      String[] args = prepared(kind, new Random(seed), new Mutator(seed), healthy);
      String where = "%s, seed %d: %s".formatted(kind, seed, shown(args));
      try {
        refused += isRefused(where, args) ? 1 : 0;
      } catch (AssertionError e) {
        failures.add(e);
      }
    }
    assertThat(failures).as(kind + " from seed " + SEED).isEmpty();
    return refused;
  }

  private static boolean isRefused(String where, String... args) {
    Ended ended = assertTimeoutPreemptively(LONGEST, () -> ended(args), where);
    assertThat(ended.said())
        .as(where)
        .doesNotContain("a bug in Headroom", "out of memory", "\tat ", "Exception", "Error:")
        .hasSizeLessThan(MOST_SAID);
    assertThat(ended.code()).as(where + "\n" + ended.said()).isIn(DOCUMENTED);
    return ended.code() == ExitCodes.BAD_INPUT;
  }

  private static String shown(String... args) {
    return Stream.of(args)
        .map(arg -> arg.length() <= 200 ? arg : arg.substring(0, 200) + "...")
        .toList()
        .toString();
  }

  private static Ended ended(String... args) {
    StringWriter err = new StringWriter();
    int code = Headroom.run(new PrintWriter(Writer.nullWriter()), new PrintWriter(err), args);
    return new Ended(code, err.toString());
  }

  private static List<Path> healthy() throws IOException {
    try (Stream<Path> files = Files.list(HEALTHY)) {
      return files.filter(Files::isRegularFile).sorted().toList();
    }
  }

  /** Writes the files of one input, of which one is spoilt, and returns the command to run. */
  private String[] prepared(Kind kind, Random random, Mutator mutator, List<Path> healthy)
      throws IOException {
    return switch (kind) {
      case SCENARIO -> {
        String text = List.of(SMALL, SETTINGS, GRAPH, example(random)).get(random.nextInt(4));
        yield command("check", write("s.yaml", mutator.changed(text)));
      }
      case FLOW_LIST -> command("check", write("s.yaml", mutator.changed(FLOWS)));
      case REQUESTS_CSV -> requests(mutator.changed(csv()));
      case REQUESTS_JSON -> requests(mutator.changed(json()));
      case SIZES -> {
        write(
            "sizes.cdf",
            mutator.changed("0 0\n1000 10.5\n20000 50 # half\n1e6 99\n30000000 100\n"));
        yield command("check", write("s.yaml", POISSON.getBytes(StandardCharsets.UTF_8)));
      }
      case SIMAI -> command("convert", "simai", write("w.txt", mutator.changed(SIMAI)));
      case CHAKRA -> {
        byte[] right = HexFormat.of().parseHex(CHAKRA);
        for (int gpu = 0; gpu < 4; gpu++) {
          write("t." + gpu + ".et", gpu == random.nextInt(4) ? mutator.changed(right) : right);
        }
        yield command(
            "convert", "chakra", folder.resolve("t.0.et").toString(), "--per-machine", "1");
      }
      case SET -> {
        String set = mutator.word(SETS.get(random.nextInt(SETS.size())));
        yield command(
            "check", write("s.yaml", SMALL.getBytes(StandardCharsets.UTF_8)), "--set", set);
      }
      case HPCC -> command("check", hpcc(random, mutator));
      case HTSIM -> {
        boolean matrix = random.nextBoolean();
        yield command(
            "convert",
            "htsim",
            "--tm",
            write(
                "x.cm", matrix ? mutator.changed(MATRIX) : MATRIX.getBytes(StandardCharsets.UTF_8)),
            "--topo",
            write(
                "x.topo", matrix ? TREE.getBytes(StandardCharsets.UTF_8) : mutator.changed(TREE)));
      }
      case LOOSE_FILE -> {
        Path file = healthy.get(random.nextInt(healthy.size()));
        byte[] spoilt = mutator.changed(Files.readString(file));
        yield command("audit", write(String.valueOf(file.getFileName()), spoilt));
      }
      case ARCHIVE -> command("audit", archive(random, mutator, healthy));
      case WAIVERS ->
          command(
              "audit",
              HEALTHY.resolve("sysctl.txt").toString(),
              "--waivers",
              write("waivers.yaml", mutator.changed(WAIVERS)));
    };
  }

  private static String[] command(String... words) {
    return words;
  }

  private String write(String name, byte[] bytes) throws IOException {
    return Files.write(folder.resolve(name), bytes).toString();
  }

  private static String example(Random random) throws IOException {
    try (Stream<Path> files = Files.list(ROOT.resolve("examples"))) {
      List<Path> all =
          files
              .filter(file -> file.toString().endsWith(".yaml"))
              .filter(file -> !file.endsWith("inference-trace.yaml")) // names a file beside it
              .sorted()
              .toList();
      return Files.readString(all.get(random.nextInt(all.size())));
    }
  }

  private static String csv() {
    return """
    TIMESTAMP,ContextTokens,GeneratedTokens
    2025-03-04 09:00:00.0000000,2048,180
    2025-03-04 09:00:00.0400000,512,64
    2025-03-04T09:00:00.0900000+01:00,1500,210
    """;
  }

  private static String json() {
    return """
    {"timestamp": 0, "input_length": 1500, "output_length": 20, "hash_ids": [0, 1]}
    {"timestamp": 250.5, "input_length": 900}
    {"timestamp": 3e2, "input_length": 7400, "more": {"a": [1, {"b": null}]}}
    """;
  }

  private String[] requests(byte[] trace) throws IOException {
    write("requests.csv", trace);
    String text =
        Files.readString(ROOT.resolve("examples/inference-trace.yaml"))
            .replace("inference-requests.csv", "requests.csv");
    return command("check", write("s.yaml", text.getBytes(StandardCharsets.UTF_8)));
  }

  private String hpcc(Random random, Mutator mutator) throws IOException {
    Path right = Path.of("src/test/resources/dev/headroom/app/hpcc/link-down").toAbsolutePath();
    List<String> names = List.of("config.txt", "topo.txt", "flow.txt", "trace.txt");
    int spoilt = random.nextInt(names.size() - 1);
    for (int i = 0; i < names.size(); i++) {
      String text = Files.readString(right.resolve(names.get(i)));
      write(
          names.get(i),
          i == spoilt ? mutator.changed(text) : text.getBytes(StandardCharsets.UTF_8));
    }
    return folder.resolve("config.txt").toString();
  }

  /** A zip of some files of a host, or one of them in gzip: spoilt inside, or as a whole. */
  private String archive(Random random, Mutator mutator, List<Path> healthy) throws IOException {
    boolean inside = random.nextBoolean();
    List<Path> some = new ArrayList<>();
    some.add(HEALTHY.resolve("sysctl.txt")); // a file that rules check
    for (int i = 0; i < 3; i++) {
      some.add(healthy.get(random.nextInt(healthy.size())));
    }
    ByteArrayOutputStream packed = new ByteArrayOutputStream();
    boolean zip = random.nextBoolean();
    try (OutputStream out = zip ? new ZipOutputStream(packed) : new GZIPOutputStream(packed)) {
      if (out instanceof ZipOutputStream entries) {
        for (int i = 0; i < some.size(); i++) {
          entries.putNextEntry(new ZipEntry("node1/" + i + "/" + HEALTHY.relativize(some.get(i))));
          String text = Files.readString(some.get(i));
          entries.write(
              inside && i == 0 ? mutator.changed(text) : text.getBytes(StandardCharsets.UTF_8));
        }
      } else {
        String text = Files.readString(some.getFirst());
        out.write(inside ? mutator.changed(text) : text.getBytes(StandardCharsets.UTF_8));
      }
    }
    byte[] bytes = inside ? packed.toByteArray() : mutator.changed(packed.toByteArray());
    return write(zip ? "node1.zip" : "node1.txt.gz", bytes);
  }
}
