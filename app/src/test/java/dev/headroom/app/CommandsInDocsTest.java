package dev.headroom.app;

import static org.assertj.core.api.Assertions.assertThat;

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
 * smallest is run. Lines about {@code ../shared} are left to the validation tests, and those with
 * an address of the lab to the tests that run there.
 */
final class CommandsInDocsTest {
  private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
  private static final Pattern WORD = Pattern.compile("'([^']*)'|\"([^\"]*)\"|[^\\s'\"]+");

  /** An execution trace of Chakra: an all-reduce of 1 MiB. */
  private static final String ALL_REDUCE =
      "070a05302e302e344a08031214616c6c5f7265647563655f386e7075735f314d4218"
          + "07520e0a0969735f6370755f6f70d80100520d0a09636f6d6d5f747970654800520f"
          + "0a09636f6d6d5f73697a6548808040";

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
    StringWriter out = new StringWriter();
    PrintWriter err = new PrintWriter(new StringWriter());
    String example = ROOT.resolve("examples/websearch-leaf-spine.yaml").toString();
    String to = folder.resolve("screen").toString();
    Headroom.run(new PrintWriter(out), err, "sim", example, "--no-report", "--out", to);
    String screen = out.toString();
    screen = screen.substring(0, screen.indexOf("- run ---")).stripTrailing();
    Path readme = ROOT.resolve("README.md");
    if ("update".equals(System.getProperty("headroom.golden"))) {
      Files.writeString(
          readme,
          Pattern.compile("(?s)```text\\n.*?\\n```")
              .matcher(Files.readString(readme))
              .replaceFirst(Matcher.quoteReplacement("```text\n" + screen + "\n```")));
    }
    assertThat(Files.readString(readme)).contains(screen);
  }

  /** Commands, and where each is shown. */
  private static Map<String, List<String>> commands() throws IOException {
    List<Path> pages = new ArrayList<>(List.of(ROOT.resolve("README.md")));
    try (Stream<Path> docs = Files.list(ROOT.resolve("docs"))) {
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
    // The longest of them, of which a layer and one piece of the batch are enough here.
    Path step = folder.resolve("examples/training-64.yaml");
    String whole = Files.readString(step);
    Files.writeString(
        step,
        whole.replace("microBatches: 4", "microBatches: 1").replace("layers: 4", "layers: 1"));
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
    int right = command.startsWith("./headroom gap ") ? Exit.FINDINGS : Exit.CLEAN;
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
      String word = sizes ? each.replaceFirst("\\.\\..*", "") : each;
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

  private static String unquoted(MatchResult word) {
    if (word.group(1) != null) {
      return word.group(1);
    }
    return word.group(2) != null ? word.group(2) : word.group();
  }
}
