package dev.headroom.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.app.process.ExitCodes;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/**
 * Every {@code ./headroom} command that README and docs show in a code block does what it says: it
 * is run here and ends with 0, or with findings where it shows what is missing. They run in a
 * folder of their own, which holds the examples and small files of the names that the docs use for
 * anybody's own: {@code config.txt}, {@code workload.txt}, {@code trace.0.et}, {@code X.cm}, {@code
 * Y.topo}, {@code trace.pcapng}, a host's folder {@code node7}. Of a range of sizes only the
 * smallest is run, and examples that send much send less. Lines about {@code ../shared} are left to
 * the validation tests, and those with an address of the lab to the tests that run there.
 */
final class CommandsInDocsTest {
  private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
  private static final Pattern WORD = Pattern.compile("'([^']*)'|\"([^\"]*)\"|[^\\s'\"]+");

  /** An execution trace of Chakra: an all-reduce of 1 MiB. */
  private static final String ALL_REDUCE =
      "070a05302e302e344a08031214616c6c5f7265647563655f386e7075735f314d4218"
          + "07520e0a0969735f6370755f6f70d80100520d0a09636f6d6d5f747970654800520f"
          + "0a09636f6d6d5f73697a6548808040";

  /** What of an example is made less; an expression, and what stands there then. */
  private record Less(String file, String much, String little) {}

  private static final List<Less> LESS =
      List.of(
          new Less("allreduce-64.yaml", "64MiB", "8MiB"),
          new Less("nccl-64.yaml", "64MiB", "8MiB"),
          new Less("nic-allreduce.yaml", "64MiB", "8MiB"),
          new Less("training-64.yaml", "(microBatches|layers): 4", "$1: 1"),
          new Less("training-64.yaml", "hidden: 4096", "hidden: 1024"),
          new Less("two-jobs.yaml", "layers: 4, hidden: 2048", "layers: 1, hidden: 512"),
          new Less("inference.yaml", "requests: 24", "requests: 4"),
          new Less("kv-pages.yaml", "prompt: 2048", "prompt: 256"),
          new Less("registration-cache.yaml", "512MiB", "32MiB"),
          new Less("slow-job/all_reduce.txt", "\n +(268435456|1073741824) .*", ""));

  @TempDir private static Path folder;

  private static int runs;

  @TestFactory
  List<DynamicTest> everyCommandRuns() throws IOException {
    prepare();
    return commands().entrySet().stream()
        .map(entry -> DynamicTest.dynamicTest(entry.getKey(), () -> run(entry.getKey())))
        .toList();
  }

  @Test
  void findsThem() throws IOException {
    assertThat(commands()).hasSizeGreaterThan(12);
    assertThat(commands().get("./headroom sim examples/allreduce-64.yaml")).contains("README.md");
  }

  /** {@code -Dheadroom.golden=update} puts the new screen in its place. */
  @Test
  void theReadmeShowsTheScreenOfARunAsItPrints() throws IOException {
    String example = ROOT.resolve("examples/websearch-leaf-spine.yaml").toString();
    String to = folder.resolve("screen").toString();
    String screen = screen("sim", example, "--no-report", "--out", to);
    assertShown(
        screen.substring(0, screen.indexOf("- run ---")).stripTrailing(),
        ROOT.resolve("README.md"),
        "## The screen of a run");
  }

  @Test
  void thePageOfCommandsShowsTheScreenOfGapAsItPrints() throws IOException {
    assertShown(
        screen("gap", ROOT.resolve("examples/slow-job").toString()).stripTrailing(),
        ROOT.resolve("docs/commands.md"),
        "## gap");
  }

  private static String screen(String... command) {
    StringWriter out = new StringWriter();
    Headroom.run(new PrintWriter(out), new PrintWriter(new StringWriter()), command);
    return out.toString();
  }

  /**
   * The first block of text below a heading is this screen; an update of golden files writes it.
   */
  private static void assertShown(String screen, Path page, String heading) throws IOException {
    String text = Files.readString(page);
    int from = text.indexOf("\n" + heading + "\n");
    assertThat(from).as(heading).isNotNegative();
    Matcher block = Pattern.compile("(?s)```text\\n(.*?)\\n```").matcher(text);
    assertThat(block.find(from)).as("a block of text below " + heading).isTrue();
    if ("update".equals(System.getProperty("headroom.golden"))) {
      Files.writeString(
          page, text.substring(0, block.start(1)) + screen + text.substring(block.end(1)));
    } else {
      assertThat(block.group(1)).isEqualTo(screen);
    }
  }

  /** Commands, and where each is shown. */
  private static Map<String, List<String>> commands() throws IOException {
    List<Path> pages = new ArrayList<>(List.of(ROOT.resolve("README.md")));
    try (Stream<Path> docs = Files.walk(ROOT.resolve("docs"))) {
      docs.filter(file -> file.toString().endsWith(".md")).sorted().forEach(pages::add);
    }
    Map<String, List<String>> commands = new LinkedHashMap<>();
    for (Path page : pages) {
      for (String line : Files.readAllLines(page)) {
        String text = line.strip().replaceFirst("^\\$ ", "");
        boolean elsewhere = text.contains("../shared") || text.contains(" 10.77.0.");
        if (text.startsWith("./headroom ") && !elsewhere) {
          String command = text.replaceFirst("\\s+[#|>] .*", "");
          commands
              .computeIfAbsent(command, key -> new ArrayList<>())
              .add(page.getFileName().toString());
        }
      }
    }
    return commands;
  }

  private static void prepare() throws IOException {
    try (Stream<Path> examples = Files.walk(ROOT.resolve("examples"))) {
      for (Path file : examples.toList()) {
        Files.copy(file, folder.resolve(ROOT.relativize(file)));
      }
    }
    // That a command runs shows with little to send as well.
    for (Less less : LESS) {
      Path example = folder.resolve("examples").resolve(less.file());
      String whole = Files.readString(example);
      String small = whole.replaceAll(less.much(), less.little());
      assertThat(small).as(less.file()).isNotEqualTo(whole);
      Files.writeString(example, small);
    }
    Path node = Files.createDirectories(folder.resolve("node7"));
    try (Stream<Path> files =
        Files.list(ROOT.resolve("audit/src/test/resources/dev/headroom/audit/healthy"))) {
      for (Path file : files.toList()) {
        Files.copy(file, node.resolve(file.getFileName()));
      }
    }
    SmallCapture.write(folder.resolve("trace.pcapng"), 1, 2, 3);
    Files.writeString(
        folder.resolve("config.txt"),
        """
        TOPOLOGY_FILE topology.txt
        FLOW_FILE two-flows.txt
        CC_MODE 1
        ENABLE_QCN 1
        HAS_WIN 0
        L2_ACK_INTERVAL 1
        EWMA_GAIN 0.00390625
        RP_TIMER 300
        RATE_AI 20Mb/s
        RATE_HAI 200Mb/s
        MIN_RATE 1000Mb/s
        KMAX_MAP 1 100000000000 1600
        KMIN_MAP 1 100000000000 400
        PMAX_MAP 1 100000000000 0.20
        BUFFER_SIZE 32
        SIMULATOR_STOP_TIME 4.0
        """);
    Files.writeString(
        folder.resolve("topology.txt"),
        """
        4 1 3
        3
        0 3 100Gbps 1000ns 0
        1 3 100Gbps 1000ns 0
        2 3 100Gbps 1000ns 0
        """);
    Files.writeString(
        folder.resolve("two-flows.txt"), "2\n0 2 3 100 100000 2.0\n1 2 3 100 100000 2.0\n");
    for (int gpu = 0; gpu < 8; gpu++) {
      Files.write(folder.resolve("trace." + gpu + ".et"), HexFormat.of().parseHex(ALL_REDUCE));
    }
    Files.writeString(
        folder.resolve("workload.txt"),
        """
        HYBRID_TRANSFORMER_FWD_IN_BCKWD model_parallel_NPU_group: 8 all_gpus: 16
        1
        layer -1 1000 ALLGATHER 65536 2000 REDUCESCATTER 65536 3000 REDUCESCATTER 65536 100
        """);
    Files.writeString(
        folder.resolve("X.cm"),
        """
        Nodes 4
        Connections 2
        0->2 id 1 start 0 size 100000
        1->3 id 2 start 0 size 100000
        """);
    Files.writeString(
        folder.resolve("Y.topo"),
        """
        Nodes 4
        Tiers 2
        Podsize 4
        Tier 0
        Downlink_speed_Gbps 100
        Radix_Down 2
        Radix_Up 2
        Downlink_Latency_ns 1000
        Tier 1
        Downlink_speed_Gbps 100
        Radix_Down 2
        Downlink_Latency_ns 1000
        """);
  }

  private static void run(String command) {
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    int code = Headroom.run(new PrintWriter(out), new PrintWriter(err), arguments(command));
    int right = command.startsWith("./headroom gap ") ? ExitCodes.FINDINGS : ExitCodes.CLEAN;
    assertThat(code).as(command + "\n" + err).isEqualTo(right);
  }

  /** The words of a command, its files moved into the folder. */
  private static String[] arguments(String command) {
    List<String> words =
        WORD.matcher(command).results().map(CommandsInDocsTest::unquoted).skip(1).toList();
    List<String> arguments = new ArrayList<>();
    boolean output = false;
    boolean hasOutput = false;
    boolean sizes = false;
    for (String each : words) {
      String word = sizes ? small(each) : each;
      boolean file = output || (!word.startsWith("-") && Files.exists(folder.resolve(word)));
      arguments.add(file && arguments.size() > 0 ? folder.resolve(word).toString() : word);
      sizes = "--sizes".equals(word);
      output = List.of("-o", "--out", "--html").contains(word);
      hasOutput |= output;
    }
    if (!hasOutput && List.of("sim", "compare").contains(words.getFirst())) {
      arguments.addAll(List.of("--out", folder.resolve("out-" + runs++).toString()));
    }
    return arguments.toArray(String[]::new);
  }

  /** The first size of a range, and at most a few MiB. */
  private static String small(String sizes) {
    return sizes.replaceFirst("\\.\\..*", "").replaceFirst("(\\d)\\d*[MG]iB", "$1MiB");
  }

  private static String unquoted(MatchResult word) {
    if (word.group(1) != null) {
      return word.group(1);
    }
    return word.group(2) != null ? word.group(2) : word.group();
  }
}
