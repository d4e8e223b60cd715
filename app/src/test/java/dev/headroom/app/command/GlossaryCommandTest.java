package dev.headroom.app.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.app.Headroom;
import dev.headroom.app.process.ExitCodes;
import dev.headroom.web.glossary.Glossary;
import dev.headroom.web.glossary.GlossaryPage;
import dev.headroom.web.glossary.GlossaryReader;
import dev.headroom.web.glossary.GlossaryTerm;
import dev.headroom.web.glossary.HistoryEvent;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

final class GlossaryCommandTest {
  private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
  private static final Path PAGE = ROOT.resolve("docs/glossary.md");

  /** The index of terms at the end of S2, in its order. */
  private static final List<String> INDEX =
      List.of(
          "RoCE v2 Converged Ethernet",
          "InfiniBand NDR/XDR scaling",
          "Ultra Ethernet UET transport",
          "Packet Spraying & Entropy",
          "RDMA over Ethernet (RoE)",
          "Multi-Rail High Availability",
          "Direct Memory Access (DMA)",
          "CXL 3.0 Coherent Memory",
          "HCA TLB Optimization",
          "HugePages (2MB/1GB) pinning",
          "NUMA Socket Affinity",
          "PCIe TLP Efficiency Goodput",
          "ECN/CNP Threshold Tuning",
          "PFC Head-of-line Blocking",
          "HPCC++ In-band Telemetry",
          "DCQCN EWMA Alpha Control",
          "Tail Latency P99.99 Jitter",
          "Fabric Deadlock Avoidance",
          "72-Hour Stress Test burn-in",
          "mlnx_tune high-throughput",
          "IRQ CPU Core Pinning",
          "NCCL Rail Affinity Tuning",
          "800G OSFP Optical Temps",
          "UEC Selective Ack Protocol");

  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  static List<GlossaryTerm> terms() {
    return GlossaryReader.builtIn().terms();
  }

  @Test
  void shouldDefineTheWordsOfTheField() {
    assertThat(terms()).hasSizeGreaterThanOrEqualTo(140);
    assertThat(terms()).extracting(GlossaryTerm::name).contains("SHARP", "KV cache", "go-back-N");
  }

  @Test
  void shouldHaveEveryTermOfTheIndex() {
    List<GlossaryTerm> indexed = terms().subList(0, INDEX.size());
    assertThat(indexed).extracting(GlossaryTerm::name).containsExactlyElementsOf(INDEX);
    assertThat(indexed)
        .allSatisfy(term ->
            assertThat(term.uses())
                .as(term.name())
                .anyMatch(use -> use.place().matches("S2:3[1-4]\\d"))
                .isNotEmpty());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "queue pair",
        "QP",
        "completion queue",
        "CQ",
        "work request",
        "WR",
        "memory region",
        "MR",
        "lkey",
        "rkey",
        "PSN",
        "PFC pause",
        "XOFF",
        "XON",
        "headroom",
        "ECN mark",
        "CE",
        "CNP",
        "Kmin",
        "Kmax",
        "Pmax",
        "CP",
        "NP",
        "RP",
        "incast",
        "FCT",
        "slowdown",
        "goodput",
        "throughput",
        "algbw",
        "busbw",
        "PIX",
        "PXB",
        "PHB",
        "SYS",
        "rail",
        "leaf",
        "spine",
        "DSCP",
        "traffic class",
        "priority"
      })
  void shouldHaveTheWordsOfTheField(String word) {
    assertThat(GlossaryReader.builtIn().find(word)).isPresent();
  }

  /** Lines of articles that are at hand have what they are said to have. */
  @Test
  void shouldPointToLinesThatAreThere() throws IOException {
    Path articles = ROOT.resolve("../shared/articles");
    Assumptions.assumeTrue(Files.isDirectory(articles), "the articles are not here");
    Glossary glossary = GlossaryReader.builtIn();
    List<GlossaryTerm.Use> uses =
        Stream.concat(
                glossary.terms().stream().flatMap(term -> term.uses().stream()),
                glossary.history().stream().flatMap(event -> event.use().stream()))
            .toList();
    for (GlossaryTerm.Use use : uses) {
      String[] place = use.place().split(":", -1);
      List<String> lines = Files.readAllLines(articles.resolve(place[0] + ".txt"));
      assertThat(lines.get(Integer.parseInt(place[1]) - 1)).as(use.place()).isNotBlank();
    }
    List<String> s2 = Files.readAllLines(articles.resolve("S2.txt"));
    for (GlossaryTerm term : glossary.terms().subList(0, INDEX.size())) {
      assertThat(term.uses())
          .as(term.name())
          .anyMatch(use ->
              use.place().startsWith("S2:")
                  && s2.get(Integer.parseInt(use.place().substring(3)) - 1)
                      .contains("• " + term.name()));
    }
  }

  @Test
  void shouldNameCommandsThatParse() {
    CommandLine parser =
        Headroom.prepare(Headroom.parser(), new PrintWriter(out), new PrintWriter(err));
    assertThat(terms()).allSatisfy(term -> parser.parseArgs(words(term).toArray(String[]::new)));
  }

  /** What does not simulate runs, and of a run its scenario is checked. */
  @ParameterizedTest
  @MethodSource("terms")
  @Tag("whole")
  void shouldNameCommandsThatWork(GlossaryTerm term) {
    List<String> words = words(term);
    boolean runs = List.of("sim", "compare").contains(words.getFirst());
    List<String> arguments = runs ? check(words) : inRoot(words);
    int code = run(arguments.toArray(String[]::new));
    assertThat(code).as(arguments + "\n" + err).isBetween(ExitCodes.CLEAN, ExitCodes.FINDINGS);
    assertThat(out.toString()).isNotBlank();
  }

  private static List<String> words(GlossaryTerm term) {
    List<String> words = new ArrayList<>(Arrays.asList(term.command().split(" ")));
    words.removeFirst();
    return words;
  }

  /** The scenario of a run and what is laid over it. */
  private static List<String> check(List<String> words) {
    List<String> check = new ArrayList<>(List.of("check", words.get(1)));
    for (int i = 2; i < words.size(); i++) {
      if (words.get(i).equals("--set")) {
        check.addAll(words.subList(i, i + 2));
      }
    }
    return inRoot(check);
  }

  private static List<String> inRoot(List<String> words) {
    return words.stream()
        .map(word -> word.startsWith("examples/") ? ROOT.resolve(word).toString() : word)
        .toList();
  }

  @Test
  void shouldTellTheHistoryByDate() {
    assertThat(GlossaryReader.builtIn().history())
        .filteredOn(event -> event.use().isPresent())
        .extracting(HistoryEvent::date)
        .containsExactly("1995-12", "1996-10", "2000-10", "2010-04", "2014-09");
  }

  /**
   * U-Net and Hamlyn by the proceedings of SOSP '95 and OSDI '96, and the article's three dates, on
   * a line of years and one under the other.
   */
  @Test
  void shouldDrawTheHistoryAlone() {
    assertThat(run("glossary", "history")).isZero();
    List<String> lines = out.toString().lines().toList();
    assertThat(lines.get(2)).matches(" 1995 +2000 +20(07|10) .*2014 .*");
    assertThat(lines.get(1).indexOf('*', 2)).as("Hamlyn, ten months later").isEqualTo(3);
    assertThat(lines.get(1).chars().filter(c -> c == '*').count())
        .isEqualTo(GlossaryReader.builtIn().history().size());
    assertThat(out.toString())
        .containsSubsequence("U-Net", "Hamlyn", "InfiniBand 1.0", "RoCE,", "RoCEv2")
        .doesNotContain("Kmin");
    out.getBuffer().setLength(0);
    assertThat(run("glossary", "history", "--json")).isZero();
    JsonNode all = JsonMapper.builder().build().readTree(out.toString());
    assertThat(all.get("terms")).isEmpty();
    assertThat(all.get("history").get(1).get("date").asString()).isEqualTo("1996-10");
  }

  @ParameterizedTest
  @ValueSource(strings = {"kmin", "KMIN", "Kmin, Kmax and Pmax", "k-max"})
  void shouldFindATermByAnyOfItsNames(String name) {
    assertThat(run("glossary", name)).isZero();
    assertThat(out.toString())
        .contains(
            " Kmin, Kmax and Pmax\n", " S2:352 ", " shown by    headroom knobs congestion.kmin\n");
  }

  @Test
  void shouldTakeSeveralWordsForOneTerm() {
    assertThat(run("glossary", "head-of-line", "blocking")).isZero();
    assertThat(out.toString()).contains("PFC Head-of-line Blocking");
  }

  @ParameterizedTest
  @MethodSource("terms")
  void shouldFitATerminal(GlossaryTerm term) {
    assertThat(run("glossary", term.name())).isZero();
    assertThat(out.toString().lines()).allMatch(line -> line.length() <= 80);
  }

  @Test
  void shouldListAll() {
    assertThat(run("glossary")).isZero();
    assertThat(out.toString()).contains(INDEX).contains("busbw (bus bandwidth)", " 1995-12 ");
    assertThat(out.toString().lines()).allMatch(line -> line.length() <= 80);
  }

  @Test
  void shouldPrintJson() {
    assertThat(run("glossary", "--json")).isZero();
    JsonNode all = JsonMapper.builder().build().readTree(out.toString());
    assertThat(all.get("terms")).hasSize(terms().size());
    assertThat(all.get("history").get(0).get("date").asString()).isEqualTo("1995-12");
    out.getBuffer().setLength(0);
    assertThat(run("glossary", "--json", "cnp")).isZero();
    JsonNode one = JsonMapper.builder().build().readTree(out.toString()).get("terms");
    assertThat(one).hasSize(1);
    assertThat(one.get(0).get("uses").get(1).get("place").asString()).isEqualTo("S2:350");
    assertThat(one.get(0).get("command").asString()).startsWith("headroom knobs ");
  }

  @Test
  void shouldGuessWhichTermWasMeant() {
    assertThat(run("glossary", "kmim")).isEqualTo(2);
    assertThat(err.toString())
        .contains("there is no term 'kmim'; did you mean 'Kmin'?")
        .doesNotContain("\tat ");
    assertThat(out.toString()).isEmpty();
  }

  /** Names before texts, and whole words only. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          irq          | 'IRQ CPU Core Pinning'
          kernel       | there is no term 'kernel'; it is mentioned under '
          neighbours   | 'halo exchange'
          """)
  void shouldSayUnderWhichTermsAWordIsSpokenOf(String word, String told) {
    assertThat(run("glossary", word)).isEqualTo(2);
    assertThat(err.toString()).contains(told);
  }

  @Test
  void shouldSayWhereTheTermsAre() {
    assertThat(run("glossary", "blockchain")).isEqualTo(2);
    assertThat(err.toString())
        .contains("there is no term 'blockchain'; 'headroom glossary' lists all");
  }

  /** {@code -Dheadroom.golden=update} writes the page anew. */
  @Test
  void shouldBeWhatThePageSays() throws IOException {
    String page = GlossaryPage.of(GlossaryReader.builtIn());
    if ("update".equals(System.getProperty("headroom.golden"))) {
      Files.writeString(PAGE, page);
    }
    assertThat(Files.readString(PAGE)).isEqualTo(page);
  }

  private int run(String... args) {
    return Headroom.run(new PrintWriter(out), new PrintWriter(err), args);
  }
}
