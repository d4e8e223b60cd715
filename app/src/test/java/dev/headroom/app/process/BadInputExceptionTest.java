package dev.headroom.app.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import dev.headroom.app.Headroom;
import dev.headroom.app.option.OutputName;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Inputs that no command can use: each is refused in one short message, in time, with code 2. */
final class BadInputExceptionTest {
  private static final Duration LONGEST = Duration.ofSeconds(60);
  private static final String SMALL =
      "fabric: {topology: single, hosts: 4}\nworkload: {type: permutation, size: 10KB}\n";

  private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();

  @TempDir private Path folder;

  /** What a command said. */
  private record Ended(int code, String out, String err) {}

  private static Ended run(String... args) {
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    int code =
        assertTimeoutPreemptively(
            LONGEST, () -> Headroom.run(new PrintWriter(out), new PrintWriter(err), args));
    return new Ended(code, out.toString(), err.toString());
  }

  /** What is said of an input that is refused. */
  private static String refused(String... args) {
    Ended ended = run(args);
    assertThat(ended.code()).as(ended.err()).isEqualTo(ExitCodes.BAD_INPUT);
    assertThat(ended.err())
        .hasSizeLessThan(8_000)
        .doesNotContain("a bug in Headroom", "Exception", "out of memory");
    return ended.err();
  }

  private String write(String name, String text) throws IOException {
    return Files.writeString(folder.resolve(name), text).toString();
  }

  private static String many(int count, String each) {
    return IntStream.range(0, count).mapToObj(each::formatted).collect(Collectors.joining());
  }

  // --- files that are none ----------------------------------------------------------------------

  static Stream<List<String>> commands() {
    return Stream.of(
        List.of("sim", "FILE"),
        List.of("check", "FILE"),
        List.of("show", "FILE", "--as", "lspci"),
        List.of("compare", "FILE", "--vary", "run.seed=1,2"),
        List.of("convert", "simai", "FILE"),
        List.of("convert", "hpcc", "FILE"),
        List.of("convert", "htsim", "--tm", "FILE", "--topo", "FILE"),
        List.of("audit", "GOOD", "--waivers", "FILE"),
        List.of("collect", "--hosts", "FILE"),
        List.of("collect", "--hosts", "GOOD", "--known-hosts", "FILE"),
        List.of("check", "GOOD", "--control", "FILE"),
        List.of("check", "GOOD", "--routing", "FILE"),
        List.of("check", "GOOD", "--marking", "FILE"),
        List.of("pcap", "FILE"));
  }

  private String[] of(List<String> command, String file) throws IOException {
    boolean scenario = command.getFirst().equals("check");
    String good = write("good", scenario ? SMALL : "gpu-1\n");
    return command.stream()
        .map(word -> word.equals("FILE") ? file : word.equals("GOOD") ? good : word)
        .toArray(String[]::new);
  }

  @ParameterizedTest
  @MethodSource("commands")
  @EnabledOnOs(OS.LINUX)
  void shouldRefuseADeviceWithoutEnd(List<String> command) throws IOException {
    assertThat(refused(of(command, "/dev/zero"))).contains("/dev/zero");
  }

  @ParameterizedTest
  @MethodSource("commands")
  void shouldRefuseAFolder(List<String> command) throws IOException {
    assertThat(refused(of(command, folder.toString()))).contains(folder.toString());
  }

  @ParameterizedTest
  @ValueSource(strings = {"/dev/zero", "."})
  @EnabledOnOs(OS.LINUX)
  void shouldRefuseThemWhereAScenarioNamesThem(String name) throws IOException {
    assertThat(refused("check", poisson("'file:" + name + "'")))
        .contains(name.equals(".") ? "is a folder" : "is not text");
  }

  /** A scenario whose sizes are drawn from somewhere. */
  private String poisson(String sizes) throws IOException {
    return write(
        "s.yaml",
        """
        fabric: {topology: single, hosts: 4}
        workload: {type: poisson, load: 30%%, sizes: %s}
        """
            .formatted(sizes));
  }

  // --- numbers ----------------------------------------------------------------------------------

  @ParameterizedTest
  @ValueSource(
      strings = {
        "NaN",
        "Infinity",
        "-5",
        "1e9999999999",
        "1e400",
        "1d",
        "0x10",
        "9223372036854775808"
      })
  void shouldRefuseSizesThatAreNone(String size) throws IOException {
    write("sizes.cdf", "0 0\n%s 50\n30000000 100\n".formatted(size));
    assertThat(refused("check", poisson("file:sizes.cdf")))
        .contains("line 2 of sizes.cdf is not 'SIZE PERCENT'");
  }

  @ParameterizedTest
  @ValueSource(strings = {"NaN", "Infinity", "-1", "101", "1e9999999999"})
  void shouldRefuseSharesThatAreNone(String share) throws IOException {
    write("sizes.cdf", "0 0\n1000 %s\n30000000 100\n".formatted(share));
    assertThat(refused("check", poisson("file:sizes.cdf"))).contains("line 2 of sizes.cdf");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"1e9999999999", "-1e9999999999", "1e-9999999999", "1e999999999", "NaN", "1e31"})
  void shouldRefuseTimesThatNoTraceHas(String time) throws IOException {
    write("t.json", "{\"timestamp\": %s, \"input_length\": 900}\n".formatted(time));
    String scenario =
        write(
            "s.yaml",
            """
            fabric: {topology: rail-optimized, servers: 3, rails: 8, spines: 8}
            workload: {type: inference, machine: dgx-h100, model: llama-3-70b, prefill: 2, trace: file:t.json}
            """);
    assertThat(refused("check", scenario)).contains("t.json:1:");
  }

  @Test
  void shouldRefuseANumberOfAMillionDigits() throws IOException {
    String digits = "7".repeat(1_000_000);
    assertThat(refused("check", write("s.yaml", SMALL.replace("10KB", digits + "KB"))))
        .contains("s.yaml:2:37: workload.size: '777", "is not a size; write it like 20KB");
    assertThat(refused("check", write("s.yaml", SMALL), "--set", "congestion.pmax=1e999"))
        .contains("'1e999' is not a number");
    assertThat(refused("convert", "simai", write("w.txt", "MICRO\n" + digits + "\n")))
        .contains("w.txt:2:1: a word has 1,000,000 characters");
  }

  // --- much of it -------------------------------------------------------------------------------

  @Test
  void shouldRefuseANameOfMegabytes() throws IOException {
    assertThat(refused("check", write("s.yaml", "name: " + "x".repeat(5_000_000) + "\n" + SMALL)))
        .endsWith("s.yaml:1:7: name: it has 5,000,000 characters; at most 200\n");
  }

  /** In a section, at the top, in a graph, in a flow, in an override. */
  @ParameterizedTest
  @ValueSource(strings = {"", "congestion:\n", "overrides:\n  - select: host-0\n  "})
  void shouldCountKeysThatThereAreNot(String section) throws IOException {
    String indent = section.isEmpty() ? "" : section.startsWith("o") ? "    " : "  ";
    String keys = many(15_000, indent + "key%d: 1\n");
    assertThat(
            refused(
                "check",
                write("s.yaml", SMALL + section + keys.substring(section.startsWith("o") ? 2 : 0))))
        .contains("key0: there is no such", "key9: there is no such")
        .doesNotContain("key10:")
        .contains("14,990 more keys that there are not");
  }

  @Test
  void shouldRefuseRangesThatNoFabricHas() throws IOException {
    String graph =
        "fabric: {topology: graph, nodes: {hosts: 'h-0..999999999', switches: s},"
            + " links: [{a: h-0, b: s}]}\nworkload: permutation\n";
    assertThat(refused("check", write("s.yaml", graph)))
        .contains("with 'h-0..999999999' there are 1,000,000,000 nodes; at most 1,000,000");
    assertThat(
            refused("check", write("s.yaml", SMALL), "--set", "workload.hosts=host-0..999999999"))
        .contains("there is no host 'host-4'");
    assertThat(refused("check", write("s.yaml", SMALL), "--set", "run.trace.flows=0-999999999"))
        .contains("the maximum is 64");
  }

  /** A thousand values of each of two keys. */
  @Test
  void shouldRefuseMoreVariantsThanAnybodyWaitsFor() throws IOException {
    String seeds =
        IntStream.range(1, 1_001).mapToObj(String::valueOf).collect(Collectors.joining(","));
    String sizes =
        IntStream.range(1, 1_001).mapToObj(n -> n + "KB").collect(Collectors.joining(","));
    assertThat(
            refused(
                "compare",
                write("s.yaml", SMALL),
                "--vary",
                "run.seed=" + seeds,
                "--vary",
                "workload.size=" + sizes))
        .contains("--vary: this makes 1,000,000 variants or more; at most 10,000");
  }

  @Test
  void shouldRefuseAKeyOfThousandsOfParts() throws IOException {
    assertThat(refused("check", write("s.yaml", SMALL), "--set", "a.".repeat(20_000) + "b=1"))
        .contains("a key cannot have 20,001 parts");
  }

  @Test
  void shouldRefuseBracketsInBrackets() throws IOException {
    String deep = "[".repeat(100_000);
    assertThat(refused("check", write("s.yaml", deep))).contains("nested too deeply");
    assertThat(refused("audit", write("good", "x\n"), "--waivers", write("w.yaml", deep)))
        .contains("w.yaml", "nested too deeply");
  }

  /** Of which each may stand for any part of a name. */
  @Test
  void shouldTakeAWaiverOfThousandsOfStars() throws IOException {
    String waiver =
        "- {rule: '%s', reason: known, expires: 2099-01-01}\n".formatted("*a".repeat(5_000));
    Ended ended =
        run(
            "audit",
            ROOT + "/audit/src/test/resources/dev/headroom/audit/healthy/sysctl.txt",
            "--waivers",
            write("w.yaml", waiver));
    assertThat(ended.code()).as(ended.err()).isLessThan(ExitCodes.BAD_INPUT);
  }

  // --- standard input ---------------------------------------------------------------------------

  private static Ended fed(String text, String... args) {
    InputStream before = System.in;
    System.setIn(new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)));
    try {
      return run(args);
    } finally {
      System.setIn(before);
    }
  }

  @Test
  void shouldReadAScenarioFromStandardInput() throws IOException {
    Ended ended = fed(SMALL, "sim", "-", "--out", folder.resolve("out").toString());
    assertThat(ended.code()).as(ended.err()).isEqualTo(ExitCodes.CLEAN);
    assertThat(ended.out()).startsWith("- stdin ---").contains("All 4 flows finished");
    assertThat(fed(SMALL, "check", "-").code()).isEqualTo(ExitCodes.CLEAN);
    assertThat(OutputName.of(Path.of("-"))).isEqualTo(Path.of("headroom-out", "stdin"));
  }

  /** Each variant is of the same text, which can be read but once. */
  @Test
  void shouldCompareVariantsOfStandardInput() {
    Ended ended =
        fed(
            SMALL,
            "compare",
            "-",
            "--vary",
            "congestion=none,dcqcn",
            "--out",
            folder.resolve("out").toString());
    assertThat(ended.code()).as(ended.err()).isEqualTo(ExitCodes.CLEAN);
  }

  @Test
  void shouldSayThatStandardInputIsClosed() {
    System.setProperty("headroom.stdin.closed", "true");
    try {
      Ended ended = run("check", "-");
      assertThat(ended.code()).isEqualTo(ExitCodes.BAD_INPUT);
      assertThat(ended.err()).contains("headroom: stdin: it is closed, but - reads the scenario");
    } finally {
      System.clearProperty("headroom.stdin.closed");
    }
  }

  @Test
  void shouldSayWhereStandardInputIsWrong() {
    Ended ended = fed("fabric: {topology: singel}\nworkload: permutation\n", "sim", "-");
    assertThat(ended.code()).isEqualTo(ExitCodes.BAD_INPUT);
    assertThat(ended.err()).contains("headroom: stdin:1:20: fabric.topology:");
  }

  // --- a full disk ------------------------------------------------------------------------------

  @Test
  @EnabledOnOs(OS.LINUX)
  void shouldNameTheFileThatDoesNotFit() throws IOException {
    Path link = Files.createSymbolicLink(folder.resolve("report.html"), Path.of("/dev/full"));
    Ended ended =
        run(
            "generate",
            "incast",
            "--hosts",
            "8",
            "--size",
            "1MB",
            "--fan-in",
            "4",
            "--as",
            "yaml",
            "-o",
            link.toString());
    assertThat(ended.code()).isEqualTo(ExitCodes.COULD_NOT_RUN);
    Files.delete(link);
    assertThat(ended.err()).contains("report.html: the disk is full");
  }
}
