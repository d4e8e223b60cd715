package dev.headroom.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatNoException;

import dev.headroom.app.command.CommandList;
import dev.headroom.app.process.ExitCodes;
import dev.headroom.model.text.BadInputException;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.lang.reflect.AnnotatedElement;
import java.nio.file.NoSuchFileException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.CancellationException;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

final class HeadroomTest {

  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  @Test
  void shouldSayItsVersionAndExitCleanly() {
    assertThat(run("--version")).isEqualTo(0);
    assertThat(out.toString()).startsWith("headroom ").contains("Java 25");
    assertThat(err.toString()).isEmpty();
  }

  @Test
  void shouldExplainItselfWithItsExitCodes() {
    assertThat(run("--help")).isEqualTo(0);
    assertThat(out.toString()).contains("Usage: headroom", "130", "HEADROOM_DEBUG");
  }

  /** As an unset variable of a script leaves it; else results would lie where nobody looks. */
  @ParameterizedTest
  @CsvSource({
    "sim, s.yaml, --out",
    "compare, a.yaml, --out",
    "convert, simai, --output",
    "audit, b, --html"
  })
  void shouldTakeNoEmptyPath(String command, String argument, String option) {
    assertThat(run(command, argument, option, "")).isEqualTo(ExitCodes.BAD_INPUT);
    assertThat(err.toString())
        .contains("Invalid value for option '" + option)
        .contains("the name is empty; is a variable unset?");
  }

  @Test
  void shouldListEveryCommandOnceAndByItsPurpose() {
    assertThat(run("--help")).isEqualTo(0);
    List<String> listed =
        CommandList.GROUPS.stream()
            .flatMap(group -> group.commands().stream())
            .map(CommandList.Entry::name)
            .toList();
    assertThat(listed).doesNotHaveDuplicates();
    for (String command : Headroom.parser().getSubcommands().keySet()) {
      assertThat(listed).contains(command);
      assertThat(out.toString()).containsPattern("(?m)^  " + command + " ");
    }
  }

  @Test
  void shouldCallEveryCommandByItsOwnName() {
    for (CommandList.Group group : CommandList.GROUPS) {
      for (CommandList.Entry entry : group.commands()) {
        assertThat(entry.command().getAnnotation(Command.class).name()).isEqualTo(entry.name());
      }
    }
  }

  @ParameterizedTest
  @CsvSource({
    "sim x.yaml, 1",
    "--version, 0",
    "-V, 0",
    "--help, 34",
    "--version sim, 34",
    "simm, 34"
  })
  void shouldReadTheOptionsOfTheCommandOnlyThatIsCalled(String line, int commands) {
    assertThat(Headroom.parser(line.split(" ")).getSubcommands()).hasSize(commands);
  }

  @Test
  void shouldRefuseToRunWithoutACommand() {
    assertThat(run()).isEqualTo(2);
    assertThat(err.toString())
        .contains("Simulate a fabric:", "Missing command", "Try 'headroom --help'");
    assertThat(out.toString()).isEmpty();
  }

  @Test
  void shouldHelpWithEveryCommandInEightyColumns() {
    List<CommandLine> todo = new ArrayList<>(List.of(Headroom.parser()));
    int commands = 0;
    while (!todo.isEmpty()) {
      CommandLine command = todo.removeLast();
      todo.addAll(command.getSubcommands().values());
      String[] line = (command.getCommandSpec().qualifiedName() + " --help").split(" ");
      out.getBuffer().setLength(0);
      assertThat(run(Arrays.copyOfRange(line, 1, line.length))).as(String.join(" ", line)).isZero();
      assertThat(out.toString())
          .startsWith(
              command.getParent() == null
                  ? "Simulate, audit and tune RDMA fabrics\nUsage: "
                  : "Usage: ");
      // picocli takes texts for formats, and warns its user of those that are none
      assertThat(texts(command.getCommandSpec()))
          .allSatisfy(text -> assertThatNoException().isThrownBy(() -> text.formatted()));
      // an example that is broken at the edge cannot be copied
      assertThat(String.join("\n", command.getCommandSpec().usageMessage().footer()).lines())
          .allMatch(example -> example.length() <= 80);
      commands++;
    }
    assertThat(commands).isGreaterThan(35);
    assertThat(err.toString()).isEmpty();
  }

  private static List<String> texts(CommandLine.Model.CommandSpec command) {
    List<String> texts = new ArrayList<>(List.of(command.usageMessage().footer()));
    texts.addAll(List.of(command.usageMessage().description()));
    for (CommandLine.Model.OptionSpec option : command.options()) {
      if (option.userObject() instanceof AnnotatedElement declared
          && declared.isAnnotationPresent(CommandLine.Option.class)) {
        texts.addAll(List.of(declared.getAnnotation(CommandLine.Option.class).description()));
      }
    }
    return texts;
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      textBlock =
          """
          --hlep                         | there is no option '--hlep' here; did you mean '--help'?
          simm x.yaml                    | there is no 'headroom simm'; did you mean 'sim'?
          frobnicate                     | there is no 'headroom frobnicate'
          calc bpd                       | there is no 'headroom calc bpd'; did you mean 'bdp'?
          calc foo                       | there is no 'headroom calc foo'; use one of pcie, peer, pfc-headroom,
          calc pfc-headroom --rate 400Gbps --cable 40m | Missing required option: '--asic=ASIC'; one of spectrum1, spectrum2
          collective allreduce           | COLLECTIVE: 'allreduce' is not one of broadcast, reduce, all-gather, reduce-scatter, all-reduce, all-to-all, send-recv, gather, scatter; did you mean 'all-reduce'?
          explain nosuch                 | no rule 'nosuch'; 'headroom explain' lists all rules
          sim x.yaml --sede=3            | there is no option '--sede' here; did you mean '--seed'?
          sim x.yaml y.yaml              | 'y.yaml' is an unexpected argument
          help simm                      | there is no 'headroom simm'; did you mean 'sim'?
          knobs dcqcn.kmim               | there is no knob 'dcqcn.kmim'
          """)
  void shouldNameWhatItDoesNotUnderstand(String line, String message) {
    assertThat(run(line.split(" "))).isEqualTo(2);
    assertThat(err.toString()).startsWith("headroom: " + message).doesNotContain("index");
  }

  @Test
  void shouldHelpWhereHelpIsAskedForByAWord() {
    assertThat(run("help", "sim")).isZero();
    assertThat(out.toString()).startsWith("Usage: headroom sim ");
    assertThat(run("help")).isZero();
    assertThat(out.toString()).contains("Usage: headroom [-hV] COMMAND");
  }

  @Test
  void shouldGiveEveryCommandItsHelpAndTheExitCodes() {
    var root = commandLine(new BadInputException("never runs"));

    assertThat(root.execute("failing", "--help")).isEqualTo(0);
    assertThat(out.toString())
        .contains("Usage: headroom failing [-hV]", "Fails as told.", "done, without findings");
  }

  @ParameterizedTest
  @MethodSource
  void shouldTurnAFailureIntoItsExitCodeWithoutAStackTrace(
      Exception failure, int code, String message) {
    assertThat(commandLine(failure).execute("failing")).isEqualTo(code);
    assertThat(err.toString()).contains(message).doesNotContain("\tat ");
  }

  static Stream<Arguments> shouldTurnAFailureIntoItsExitCodeWithoutAStackTrace() {
    return Stream.of(
        Arguments.of(new BadInputException("a.yaml:3: no unit"), 2, "headroom: a.yaml:3: no unit"),
        Arguments.of(new NoSuchFileException("a.yaml"), 2, "headroom: a.yaml: no such file"),
        Arguments.of(new IOException("disk full"), 3, "disk full"),
        Arguments.of(new IllegalStateException("impossible"), 3, "HEADROOM_DEBUG=1"),
        Arguments.of(new CancellationException(), 130, "interrupted"));
  }

  private CommandLine commandLine(Exception failure) {
    CommandLine root = new CommandLine(new Headroom()).addSubcommand(new Failing(failure));
    return Headroom.prepare(root, new PrintWriter(out), new PrintWriter(err));
  }

  /** Figures are compared and read by programs; a decimal comma would be another file. */
  @Test
  void shouldWriteNumbersAlikeInEveryLocale() {
    Locale before = Locale.getDefault();
    Locale.setDefault(Locale.GERMANY);
    try {
      assertThat(
              run(
                  "calc",
                  "storage",
                  "--drives",
                  "8",
                  "--drive-rate",
                  "116Gbps",
                  "--bounce",
                  "--copy-cores",
                  "2"))
          .isEqualTo(0);
      assertThat(out.toString()).containsPattern("cores that copy +\\d+\\.\\d");
      assertThat(run("sim", "../examples/gloo-pair.yaml")).isEqualTo(0);
      assertThat(out.toString()).containsPattern("busbw \\d+\\.\\d\\d GB/s");
    } finally {
      Locale.setDefault(before);
    }
  }

  /** An option or a key in help can be copied: no line ends within it. */
  @ParameterizedTest
  @ValueSource(strings = {"sim", "compare", "audit", "convert hpcc", "calc pfc-headroom"})
  void shouldBreakLinesOfHelpAtBlanksOnly(String command) {
    List<String> words = new ArrayList<>(List.of(command.split(" ")));
    words.add("--help");
    assertThat(run(words.toArray(String[]::new))).isZero();
    CommandSpec spec = Headroom.parser().getCommandSpec();
    for (String name : command.split(" ")) {
      spec = Objects.requireNonNull(spec.subcommands().get(name)).getCommandSpec();
    }
    String help = out.toString();
    List<String> shown = List.of(help.strip().split("\\s+"));
    for (OptionSpec option : spec.options()) {
      List<String> said =
          List.of(String.join(" ", option.description()).replace("%%", "%").strip().split(" +"));
      assertThat(Collections.indexOfSubList(shown, said)).as(help).isNotNegative();
    }
    assertThat(help.lines()).as(help).allSatisfy(line -> assertThat(line).hasSizeLessThan(81));
  }

  @Test
  void shouldNotBreakASynopsisWithinAFileName() {
    assertThat(run("compare", "--help")).isZero();
    assertThat(out.toString())
        .contains("[--control=FILE.java]...", "[--marking=FILE.java]...", "congestion.aqm.name")
        .containsPattern("\n {24}\\[--\\S+");
  }

  @Test
  void shouldListChoicesAsTheyAreWritten() {
    assertThat(run("generate", "permutation", "--hosts", "4", "--as", "foo")).isEqualTo(2);
    assertThat(err.toString())
        .contains("'--as'")
        .contains("'foo' is not one of htsim, hpcc, yaml")
        .doesNotContain("HTSIM");
  }

  private int run(String... args) {
    return Headroom.run(new PrintWriter(out), new PrintWriter(err), args);
  }

  @Command(name = "failing", description = "Fails as told.")
  record Failing(Exception failure) implements Callable<Integer> {
    @Override
    public Integer call() throws Exception {
      throw failure;
    }
  }
}
