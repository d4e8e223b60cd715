package dev.headroom.app.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.headroom.app.Headroom;
import dev.headroom.app.process.ExitCodes;
import dev.headroom.model.text.BadInputException;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

final class CompareCommandTest {
  private static final Path FILE = Path.of("a.yaml");

  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  @TempDir private Path temporary;

  @Test
  void shouldRunEveryCombination() {
    assertThat(
            CompareVariant.of(
                FILE, List.of("congestion=dcqcn,none", "pfc.enabled=true,false"), List.of()))
        .extracting(CompareVariant::label)
        .containsExactly(
            "congestion=dcqcn, pfc.enabled=true",
            "congestion=dcqcn, pfc.enabled=false",
            "congestion=none, pfc.enabled=true",
            "congestion=none, pfc.enabled=false");
  }

  @Test
  void shouldPartValuesThatHaveCommasByABar() {
    assertThat(
            CompareVariant.of(
                FILE, List.of("congestion.kmin=100Gbps=1KB,400Gbps=4KB|8KB"), List.of()))
        .extracting(CompareVariant::sets)
        .containsExactly(
            List.of("congestion.kmin=100Gbps=1KB,400Gbps=4KB"), List.of("congestion.kmin=8KB"));
  }

  @Test
  void shouldGiveFilesOfOneNameTheirOwnFolders() {
    assertThat(CompareVariant.of(List.of(Path.of("x/a.yaml"), Path.of("y/a.yaml"))))
        .extracting(variant -> variant.folder(1))
        .containsExactly("scenario=a/seed=1", "scenario=a-2/seed=1");
  }

  @Test
  void shouldRefuseAnEmptyValue() {
    assertThatThrownBy(() -> CompareVariant.of(FILE, List.of("congestion=dcqcn,"), List.of()))
        .isInstanceOf(BadInputException.class)
        .hasMessageContaining("empty value");
  }

  /** A class of its own helps one part and costs the other: the sum of both says neither. */
  @Test
  void shouldComparePartsOfAWorkload() throws IOException {
    Path file =
        Files.writeString(
            temporary.resolve("s.yaml"),
            """
            name: two parts
            fabric: {topology: single, hosts: 5}
            workload:
              - {type: incast, fanIn: 4, size: 200KB}
              - {type: permutation, size: 100KB, transport: tcp}
            """);
    Path results = temporary.resolve("results");
    String set = "workload.1.transport.class";
    assertThat(run("compare", file.toString(), "--vary", set + "=0,3", "--out", results.toString()))
        .as(err.toString())
        .isZero();

    assertThat(out.toString().replaceAll("\\s+", " "))
        .contains("0 incast, end", "1 permutation, FCT p99", "system calls 15");
    JsonNode runs =
        JsonMapper.shared().readTree(results.resolve("compare.json").toFile()).get("runs");
    assertThat(runs.at("/0/measures/part1FctP99Ps").asLong())
        .isPositive()
        .isNotEqualTo(runs.at("/1/measures/part1FctP99Ps").asLong());
    assertThat(results.resolve("compare.html")).content().contains("two parts", set);
  }

  @Test
  void shouldLayVariantsSideBySide() throws IOException {
    Path file =
        Files.writeString(
            temporary.resolve("s.yaml"),
            """
            fabric:
              topology: single
              hosts: 5
              links: {rate: 100Gbps, cable: 5m}
            workload: {type: incast, fanIn: 4, size: 2MB}
            """);
    Path results = temporary.resolve("results");

    assertThat(
            run(
                "compare",
                file.toString(),
                "--vary",
                "congestion=dcqcn,none",
                "--out",
                results.toString()))
        .as(err.toString())
        .isZero();

    assertThat(out.toString())
        .contains("congestion=dcqcn", "congestion=none", "completion", "slowdown p99")
        .contains("completion", "With seed 1, ", "pp: percentage points", " equal for all ")
        .containsPattern("\n congestion +dcqcn +none\n");
    assertThat(err.toString())
        .contains("running 1 of 2: congestion=dcqcn", "running 2 of 2: congestion=none");
    assertThat(results.resolve("compare.html")).exists();
    assertThat(results.resolve("congestion=none/seed=1/results.json")).exists();
    assertThat(results.resolve("congestion=dcqcn/seed=1/report.html")).exists();
    JsonNode json = JsonMapper.shared().readTree(results.resolve("compare.json").toFile());
    assertThat(json.get("runs")).hasSize(2);
    assertThat(json.at("/runs/1/measures/completionPs").asLong()).isPositive();
  }

  /** Lengths of flows are drawn, so that one seed does not know what the next one says. */
  @Test
  void shouldRunEveryVariantWithEverySeed() throws IOException {
    Path file = drawn();
    Path results = temporary.resolve("seeds");
    String out = results.toString();
    assertThat(
            run(
                "compare",
                file.toString(),
                "--vary",
                "congestion=dcqcn,swift",
                "--seeds",
                "3",
                "--out",
                out))
        .as(err.toString())
        .isZero();
    assertThat(err.toString())
        .contains(
            "running 1 of 6: congestion=dcqcn, seed 7", "running 2 of 6: congestion=swift, seed 7")
        .contains("running 6 of 6: congestion=swift, seed 9");
    assertThat(this.out.toString()).contains(" ±", "least..most", "mean of 7, 8, 9");
    JsonNode json = JsonMapper.shared().readTree(results.resolve("compare.json").toFile());
    assertThat(json.get("runs")).hasSize(6);
    assertThat(json.at("/runs/0/folder").asString()).isEqualTo("congestion=dcqcn/seed=7");
    JsonNode first = json.at("/variants/0/measures/fctP99Ps");
    double sum = 0;
    for (JsonNode run : json.get("runs")) {
      sum +=
          run.at("/label").asString().endsWith("dcqcn")
              ? run.at("/measures/fctP99Ps").asDouble()
              : 0;
    }
    assertThat(first.get("mean").asDouble()).isEqualTo(sum / 3);
    assertThat(first.get("low95").asDouble()).isLessThan(first.get("least").asDouble());
    assertThat(json.at("/variants/1/measures/fctP99Ps/againstFirst/seeds").asInt()).isEqualTo(3);
    assertThat(results.resolve("congestion=swift/seed=9/results.json")).exists();
  }

  /** Variants of a seed see the same workload, other seeds another. */
  @Test
  void shouldPairVariantsByTheirWorkload() throws IOException {
    Path results = temporary.resolve("pairs");
    assertThat(
            run(
                "compare",
                drawn().toString(),
                "--vary",
                "congestion=dcqcn,none",
                "--seeds",
                "4,9",
                "--no-report",
                "--out",
                results.toString()))
        .isZero();
    String[] flows = new String[4];
    int i = 0;
    for (String variant : List.of("congestion=dcqcn", "congestion=none")) {
      for (String seed : List.of("seed=4", "seed=9")) {
        JsonNode run =
            JsonMapper.shared()
                .readTree(results.resolve(variant).resolve(seed).resolve("results.json").toFile());
        flows[i++] =
            run.at("/flows/bySize").findValuesAsString("finished") + " " + run.at("/flows/total");
      }
    }
    assertThat(flows[0]).isEqualTo(flows[2]).isNotEqualTo(flows[1]);
    assertThat(flows[1]).isEqualTo(flows[3]);
  }

  /** In the folder are the runs of compare.json, and tables in the formats that were asked for. */
  @Test
  void shouldReplaceTheComparisonBefore() throws IOException {
    Path results = temporary.resolve("again");
    Path notes = results.resolve("congestion=dcqcn/notes.txt");
    for (String vary : List.of("dcqcn,none,swift", "none,hpcc")) {
      String[] line = {
        "compare",
        drawn().toString(),
        "--vary",
        "congestion=" + vary,
        "--vary",
        "pfc={enabled: false}|{enabled: true}",
        "--no-report",
        "--tables",
        "csv",
        "--out",
        results.toString()
      };
      assertThat(run(line)).as(err.toString()).isZero();
      if (!Files.exists(notes)) {
        Files.writeString(notes, "mine");
      }
    }
    JsonNode json = JsonMapper.shared().readTree(results.resolve("compare.json").toFile());
    assertThat(json.at("/variants/1/settings/congestion").asString()).isEqualTo("none");
    assertThat(json.at("/runs/1/settings/pfc").asString()).isEqualTo("{enabled: true}");
    List<String> told = new ArrayList<>();
    json.get("runs").forEach(run -> told.add(run.get("folder").asString()));
    assertThat(told).hasSize(4).contains("congestion=hpcc/pfc=%7Benabled%3A%20true%7D/seed=7");
    try (Stream<Path> files = Files.walk(results)) {
      assertThat(files.filter(file -> file.endsWith("flows.csv")).map(Path::getParent))
          .map(folder -> results.relativize(folder).toString())
          .containsExactlyInAnyOrderElementsOf(told);
    }
    assertThat(notes).hasContent("mine");
    assertThat(results.resolve("congestion=dcqcn").toFile().list()).containsExactly("notes.txt");
    assertThat(results.resolve("unfinished.txt")).doesNotExist();
  }

  /** With one seed swift and none are as quick; what tells them apart is the queue. */
  @Test
  void shouldNameTheQueueOfATie() {
    String file = Path.of("..", "examples", "incast-16.yaml").toString();
    String results = temporary.resolve("tie").toString();
    assertThat(
            run(
                "compare",
                file,
                "--vary",
                "congestion=none,swift",
                "--no-report",
                "--out",
                results))
        .isZero();
    assertThat(out.toString().replaceAll("\\s+", " "))
        .contains("completion is equal for all variants: 1.31 ms.")
        .contains(
            "The deepest queue is 15.2 MB with congestion=none and ", " with congestion=swift.")
        .doesNotContain("none is", "best");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      textBlock =
          """
          --tables=xls;      --tables xls: 'xls' is not a format of tables; use parquet, csv, or
          --seeds=0;         --seeds 0: use 1 to 1,000 seeds
          --seeds=1,2,1;     --seeds 1,2,1: 1 appears twice
          --seeds=few;       --seeds few: a number of seeds, such as 5, a range, such as 1..20, or a list, such as 1,2,3
          --seeds=1,-2;      --seeds 1,-2: a number of seeds
          --by=slowdwon;     --by slowdwon: 'slowdwon' is not a measure; did you mean 'slowdownP50'?
          --by=marks;        --by marks: this measure has no better direction
          """)
  void shouldRefuseSeedsAndMeasuresThatAreNone(String option, String told) {
    String file = Path.of("..", "examples", "incast-16.yaml").toString();
    Path none = temporary.resolve("none");
    assertThat(
            run(
                "compare",
                file,
                "--vary",
                "congestion=none,swift",
                option,
                "--out",
                none.toString()))
        .isEqualTo(ExitCodes.BAD_INPUT);
    assertThat(err.toString()).contains(told);
    assertThat(none).doesNotExist();
  }

  @Test
  void shouldRefuseASeedThatWouldBeWithoutEffect() {
    String file = Path.of("..", "examples", "incast-16.yaml").toString();
    assertThat(
            run(
                "compare",
                file,
                "--vary",
                "congestion=none,swift",
                "--seeds",
                "1,2",
                "--seed",
                "4"))
        .isEqualTo(ExitCodes.BAD_INPUT);
    assertThat(err.toString()).contains("run.seed is set as well");
    assertThat(run("compare", file, "--vary", "run.seed=1,2", "--seeds", "2"))
        .isEqualTo(ExitCodes.BAD_INPUT);
    assertThat(err.toString()).contains("run.seed is varied as well");
  }

  /** Eight variants: a row each, and what each value does, on screen and as JSON. */
  @Test
  void shouldShowWhatEachValueDoesOfManyVariants() throws IOException {
    Path results = temporary.resolve("many");
    assertThat(
            run(
                "compare",
                drawn().toString(),
                "--vary",
                "congestion=dcqcn,none",
                "--vary",
                "workload.sizes=20KB,40KB",
                "--vary",
                "fabric.links.rate=100Gbps,200Gbps",
                "--by",
                "p99Slowdown",
                "--no-report",
                "--out",
                results.toString()))
        .as(err.toString())
        .isZero();
    assertThat(out.toString())
        .contains("effect of each value", "congestion=none", "fabric.links.rate=200Gbps")
        .contains("Variants do different amounts of work") // other sizes, and a load of other links
        .doesNotContain("headline of each variant", "* ");
    JsonNode json = JsonMapper.shared().readTree(results.resolve("compare.json").toFile());
    assertThat(json.get("judgedBy").asString()).isEqualTo("slowdownP99");
    assertThat(json.get("effects")).hasSize(6);
    assertThat(json.at("/effects/0/measures/slowdownP99/combinations").asInt()).isEqualTo(4);
    double mean = 0;
    for (JsonNode run : json.get("runs")) {
      mean +=
          run.at("/label").asString().startsWith("congestion=dcqcn")
              ? run.at("/measures/slowdownP99").asDouble() / 4
              : 0;
    }
    assertThat(json.at("/effects/0/measures/slowdownP99/mean").asDouble())
        .isCloseTo(mean, within(1e-9));
  }

  private Path drawn() throws IOException {
    return Files.writeString(
        temporary.resolve("drawn.yaml"),
        """
        fabric: {topology: leaf-spine, leaves: 2, hostsPerLeaf: 4, spines: 2}
        workload: {type: poisson, sizes: {1KB: 50%, 60KB: 100%}, load: 60%, duration: 50us}
        run: {seed: 7}
        """);
  }

  @Test
  void shouldRefuseAValueThatIsGivenTwice() {
    assertThatThrownBy(
            () -> CompareVariant.of(FILE, List.of("congestion.kmin=100KB,50KB,100KB"), List.of()))
        .isInstanceOf(BadInputException.class)
        .hasMessage("--vary congestion.kmin=100KB,50KB,100KB: 100KB appears twice");
  }

  /** Each run could have one of them only, and its label would not say which. */
  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      textBlock =
          """
          congestion.kmin=50KB,100KB;      --set=congestion.kmin = 20KB;     congestion.kmin = 20KB
          congestion=dcqcn,none;           --set=congestion.algorithm=swift; congestion.algorithm=swift
          congestion={kmin: 1KB}|none;     --set=congestion.kmin=20KB;       congestion.kmin=20KB
          congestion.algorithm=swift,hpcc; --vary=congestion=dcqcn,none;     congestion.algorithm=swift
          run.seed=1,2;                    --seed=3;                         run.seed=3
          run.probes=1us,10us;             --probe=5us;                      run.probes=5us
          """)
  void shouldRefuseAKeyThatIsGivenTwice(String vary, String option, String hidden) {
    assertThat(run("compare", "../examples/incast-16.yaml", "--vary", vary, option))
        .isEqualTo(ExitCodes.BAD_INPUT);
    assertThat(err.toString()).contains(": " + hidden + " is set or varied as well");
  }

  /** A control's preset and its name are two keys, and so are a control and a mark of its own. */
  @ParameterizedTest
  @ValueSource(strings = {"congestion=paper", "congestion.kmax=1MB", "congestion={kmin: 20KB}"})
  void shouldVaryOneKeyBesideAnother(String set) {
    assertThat(CompareVariant.of(FILE, List.of("congestion=dcqcn,none"), List.of(set))).hasSize(2);
  }

  @Test
  void shouldNameTheOptionThatIsWrongAndLeaveNothing() {
    Path out = temporary.resolve("none");
    StringWriter err = new StringWriter();
    int code =
        Headroom.run(
            new PrintWriter(new StringWriter()),
            new PrintWriter(err),
            "compare",
            Path.of("..", "examples", "incast-16.yaml").toString(),
            "--vary",
            "congestion=dcqcm,none",
            "--out",
            out.toString());
    assertThat(code).isEqualTo(2);
    assertThat(err.toString()).startsWith("headroom: --vary congestion=dcqcm: ");
    assertThat(out).doesNotExist();
  }

  /** What does not go together is told with all its settings, and the rest runs. */
  @Test
  void shouldRunWhatFitsAndSayWhatDoesNot() throws IOException {
    Path file =
        Files.writeString(
            temporary.resolve("s.yaml"),
            """
            fabric: {topology: leaf-spine, leaves: 2, hostsPerLeaf: 2, spines: 2}
            workload: {type: permutation, size: 100KB}
            """);
    Path results = temporary.resolve("results");
    assertThat(
            run(
                "compare",
                file.toString(),
                "--vary",
                "transport=rocev2,infiniband,uec",
                "--vary",
                "routing=ecmp,spray",
                "--out",
                results.toString()))
        .isEqualTo(2);
    assertThat(out.toString())
        .contains("not run")
        .contains("transport=infiniband, routing=ecmp", "transport=infiniband, routing=spray")
        .contains("forward by destination LID")
        .contains("transport=uec, routing=spray");
    JsonNode json = JsonMapper.shared().readTree(results.resolve("compare.json").toFile());
    assertThat(json.get("runs")).hasSize(4);
    assertThat(json.get("refused")).hasSize(2);
    assertThat(json.at("/refused/0/label").asString())
        .isEqualTo("transport=infiniband, routing=ecmp");
    assertThat(results.resolve("compare.html")).exists();
  }

  /** What is found to be unfit only when it is to run does not cost what has run before. */
  @Test
  void shouldKeepWhatHasRunBeforeSomethingThatCannot() throws IOException {
    Path file =
        Files.writeString(
            temporary.resolve("s.yaml"),
            """
            fabric: {topology: leaf-spine, leaves: 2, hostsPerLeaf: 2, spines: 2}
            workload: {type: permutation, size: 100KB}
            congestion: none
            """);
    Path results = temporary.resolve("results");
    String vary = "transport=rocev2,rocev1,srd";
    assertThat(
            run("compare", file.toString(), "--vary", vary, "--json", "--out", results.toString()))
        .isEqualTo(2);
    assertThat(err.toString()).contains("not run: transport=rocev1: ");
    JsonNode json = JsonMapper.shared().readTree(out.toString());
    assertThat(json.get("runs")).hasSize(2);
    assertThat(json.at("/runs/1/label").asString()).isEqualTo("transport=srd");
    assertThat(json.get("refused")).hasSize(1);
  }

  @Test
  void shouldFailWhereNothingGoesTogether() {
    String file = Path.of("..", "examples", "incast-16.yaml").toString();
    Path none = temporary.resolve("none");
    assertThat(
            run(
                "compare",
                file,
                "--vary",
                "transport=infiniband",
                "--vary",
                "routing=ecmp,spray",
                "--out",
                none.toString()))
        .isEqualTo(2);
    assertThat(err.toString()).contains("forward by destination LID");
    assertThat(none).doesNotExist();
  }

  @Test
  void shouldWantSomethingToCompare() {
    assertThat(run("compare", "a.yaml")).isEqualTo(2);
    assertThat(err.toString()).contains("--vary");
    assertThat(run("compare", "a.yaml", "b.yaml", "--vary", "congestion=dcqcn,none")).isEqualTo(2);
  }

  private int run(String... args) {
    return Headroom.run(new PrintWriter(out), new PrintWriter(err), args);
  }
}
