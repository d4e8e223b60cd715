package dev.headroom.app.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.app.Headroom;
import dev.headroom.app.process.ExitCodes;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The search of a small scenario, made once, and what the command says of it. */
final class TuneCommandTest {
  /** Kmin is far too high: short flows wait behind a long queue. */
  private static final String SCENARIO =
      """
      name: small incast
      fabric: {topology: single, hosts: 4, links: {rate: 100Gbps, delay: 1us}}
      congestion: {kmin: 400KB, kmax: 800KB, pmax: 1}
      workload:
        - {type: incast, fanIn: 3, size: 300KB}
        - {type: poisson, sizes: 10KB, load: 0.2, duration: 50us}
      """;

  private static final String SPACE =
      """
      knobs:
        - {knob: congestion.kmin, from: 2KB, to: 400KB, levels: 8}
        - {knob: congestion.kmax, times: congestion.kmin, from: 2, to: 8, levels: 3}
      """;

  /** What a command printed. */
  private record Printed(int code, String out, String err) {}

  @TempDir private static Path temporary;

  private static Path scenario = Path.of("");
  private static Path space = Path.of("");
  private static Path folder = Path.of("");
  private static Printed search = new Printed(0, "", "");

  @BeforeAll
  static void searchOnce() throws IOException {
    scenario = Files.writeString(temporary.resolve("s.yaml"), SCENARIO);
    space = Files.writeString(temporary.resolve("space.yaml"), SPACE);
    folder = temporary.resolve("tuned");
    search = tune(start(folder));
  }

  private static String[] start(Path out) {
    return new String[] {
      scenario.toString(),
      "--space=" + space,
      "--for=p99Slowdown,completion",
      "--runs=120",
      "--no-cache",
      "--out=" + out
    };
  }

  private static Printed run(String... arguments) {
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    int code = Headroom.run(new PrintWriter(out), new PrintWriter(err), arguments);
    return new Printed(code, out.toString(), err.toString());
  }

  private static Printed tune(String... arguments) {
    List<String> all = new ArrayList<>(List.of("tune"));
    all.addAll(List.of(arguments));
    return run(all.toArray(String[]::new));
  }

  private static JsonNode json(String text) {
    return JsonMapper.shared().readTree(text);
  }

  @Test
  void shouldPrintTheVerdictAndTheSettings() {
    assertThat(search.code()).as(search.err()).isEqualTo(ExitCodes.CLEAN);
    assertThat(search.out())
        .contains("search of small incast")
        .contains("The settings found serve better than today's: slowdown p99 ")
        .contains("compromise, recommended")
        .containsPattern("congestion.kmin +400KB +[0-9.]+KB")
        .contains("what mattered")
        .contains("preset vendor: ")
        .contains("messages twice as long: ")
        .contains("runs in " + folder + "; open " + folder.resolve("tune.html"));
    assertThat(search.out().lines())
        .allMatch(line -> line.length() <= 80 || line.contains("open "));
  }

  @Test
  void shouldShowTheSameWithoutARun() throws IOException {
    byte[] before = Files.readAllBytes(folder.resolve("answers.jsonl"));
    // a slow machine shows the progress of the first one on its error stream
    for (Printed again :
        List.of(tune(folder.toString()), tune(folder.toString(), "--resume", "--no-cache"))) {
      assertThat(again.code()).isEqualTo(search.code());
      assertThat(again.out()).isEqualTo(search.out());
    }
    assertThat(
            new String(Files.readAllBytes(folder.resolve("answers.jsonl")), StandardCharsets.UTF_8)
                .strip())
        .isEqualTo(new String(before, StandardCharsets.UTF_8).strip());
    Printed quiet = tune(folder.toString(), "--quiet");
    assertThat(quiet.out()).isEmpty();
  }

  @Test
  void shouldPrintJson() throws IOException {
    Printed printed = tune(folder.toString(), "--json");
    assertThat(printed.code()).isEqualTo(ExitCodes.CLEAN);
    assertThat(printed.out()).isEqualTo(Files.readString(folder.resolve("tune.json")));
    JsonNode tune = json(printed.out());
    assertThat(tune.at("/verdict").asString()).isEqualTo("adopt");
    assertThat(tune.at("/objectives")).hasSize(2);
    assertThat(tune.at("/finalists/0/differences/0/better").asBoolean()).isTrue();
    assertThat(tune.at("/finalists/0/differences/0/high").asDouble()).isNegative();
  }

  @Test
  void shouldExplainSettingsOfTheFront() {
    Printed printed = tune(folder.toString(), "--explain", "1");
    assertThat(printed.code()).isEqualTo(ExitCodes.CLEAN);
    assertThat(printed.out())
        .contains("settings 1 of ")
        .containsPattern("congestion.kmin +400KB +[0-9.]+KB +slowdown p99")
        .contains("best of front");
  }

  /** A run of the picked scenario has the figures that the search had for these settings. */
  @Test
  void shouldPickAScenarioThatRunsAsPromised() throws IOException {
    Path best = temporary.resolve("best.yaml");
    Printed picked = tune(folder.toString(), "--pick=1", "-o", best.toString());
    assertThat(picked).isEqualTo(new Printed(ExitCodes.CLEAN, "", ""));
    JsonNode chosen = json(Files.readString(folder.resolve("tune.json"))).at("/front/0");
    JsonNode answer =
        Files.readAllLines(folder.resolve("answers.jsonl")).stream()
            .filter(line -> !line.isBlank())
            .map(TuneCommandTest::json)
            .filter(line -> line.get("settings").equals(chosen.get("settings")))
            .filter(line -> line.get("variant").asString().isEmpty())
            .findFirst()
            .orElseThrow();
    Printed sim =
        run("sim", best.toString(), "--set", "run.seed=" + answer.get("seed"), "--json", "--quiet");
    assertThat(sim.code()).as(sim.err()).isEqualTo(ExitCodes.CLEAN);
    JsonNode result = json(sim.out());
    assertThat(result.get("completionTimePs").asDouble())
        .isEqualTo(answer.at("/figures/completionPs").asDouble());
    assertThat(result.at("/flows/slowdown/p99").asDouble())
        .isEqualTo(answer.at("/figures/slowdownP99").asDouble());
  }

  @Test
  void shouldShowWhatIsKnownOfASearchThatWasKilled() throws IOException {
    Path cut = temporary.resolve("cut");
    Files.createDirectories(cut);
    Files.copy(folder.resolve("study.json"), cut.resolve("study.json"));
    List<String> answers = Files.readAllLines(folder.resolve("answers.jsonl"));
    Files.write(cut.resolve("answers.jsonl"), answers.subList(0, answers.size() / 2));

    Printed shown = tune(cut.toString());
    assertThat(shown.code()).isEqualTo(ExitCodes.CLEAN);
    assertThat(shown.out())
        .contains("not complete", "changes", " knobs")
        .containsPattern("not\\s+yet\\s+compared");
    assertThat(shown.err()).contains("headroom tune " + cut + " --resume continues it");
    assertThat(tune(cut.toString(), "--pick=1"))
        .extracting(Printed::code, Printed::out)
        .containsExactly(ExitCodes.BAD_INPUT, "");

    Files.write(cut.resolve("answers.jsonl"), answers.subList(0, answers.size() - 2));
    assertThat(tune(cut.toString()).out()).containsPattern("being\\s+compared");

    Files.write(cut.resolve("answers.jsonl"), answers.subList(0, answers.size() / 2));
    Printed resumed = tune(cut.toString(), "--resume", "--no-cache");
    assertThat(resumed.code()).isEqualTo(ExitCodes.CLEAN);
    assertThat(cut.resolve("tune.json")).hasSameTextualContentAs(folder.resolve("tune.json"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "--for tail; --for tail: ",
        "--for p99Slowdwn; did you mean",
        "--for completion,completion; a measure appears twice",
        "--knobs congestion.nothing; --knobs: 'congestion.nothing' matches no knob",
        "--knobs routing.hash; --knobs: 'routing.hash' has no default range",
        "--runs 0; --runs 0: use 120 to 100,000",
        "--runs many; --runs",
        "--for completion,slowdownP99,slowdownP999,deepestQueue,drops,retransmissions,pauses --runs 120;"
            + " --runs: 120 are too few for 7 objectives: use at least",
        "--fairness 2; use a share from 0 to 1",
        "--devices Walkman; --devices: 'Walkman' has no table of settings",
        "--space nowhere.yaml; nowhere.yaml",
        "--time soon; --time soon",
        "--time 999999999h; --time 999999999h: use at most 100000h",
        "--trial-limit 999999999h; --trial-limit 999999999h: use at most",
        "--fairness NaN; --fairness NaN",
        "--workers 0; at least 1",
        "--trial-limit 5; use seconds, minutes or hours",
        "--set congestion.kmim=5KB; did you mean",
        "--workload all-reduse:1MB; --workload all-reduse:1MB: workload.type",
        "--workload incast:1MB --set workload=null; --set workload is given as well",
        "--space nowhere.yaml --knobs pfc.*; --space nowhere.yaml: --knobs is given as well",
        "--pick 1 --explain 1; --pick 1: --explain is given as well",
        "--resume; is not the folder of a search",
        "--pick 1; is not the folder of a search",
      })
  void shouldSayWhichOptionIsWrong(String options, String said) {
    Path out = temporary.resolve("never");
    List<String> all = new ArrayList<>(List.of(scenario.toString(), "--out=" + out));
    all.addAll(List.of(options.split(" ")));
    Printed printed = tune(all.toArray(String[]::new));
    assertThat(printed.code()).as(printed.err()).isEqualTo(ExitCodes.BAD_INPUT);
    assertThat(printed.err()).contains(said).doesNotContain("\tat ");
    assertThat(out.resolve("study.json")).doesNotExist();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "--pick 99; --pick 99: the front has settings 1 to",
        "--pick -1; --pick -1: the front has settings 1 to",
        "--explain 0; --explain 0: the front has settings 1 to",
        "--for completion; is the folder of a search",
        "--time 5m; --time: add --resume to continue the search in",
        "--pick 1 --explain 2; --explain is given as well",
        "--runs 300; is the folder of a search",
        "--seed 2; is the folder of a search",
        "--replace; is the folder of a search",
      })
  void shouldSayWhatDoesNotGoWithAFolder(String options, String said) {
    List<String> all = new ArrayList<>(List.of(folder.toString()));
    all.addAll(List.of(options.split(" ")));
    Printed printed = tune(all.toArray(String[]::new));
    assertThat(printed.code()).as(printed.out()).isEqualTo(ExitCodes.BAD_INPUT);
    assertThat(printed.err()).contains(said);
  }

  @Test
  void shouldRefuseAFileAsFolderAndAFolderAsFile() throws IOException {
    Path file = Files.writeString(temporary.resolve("file"), "mine");
    for (Path out : List.of(file, file.resolve("within"))) {
      Printed printed = tune(start(out));
      assertThat(printed.code()).isEqualTo(ExitCodes.BAD_INPUT);
      assertThat(printed.err()).contains("--out " + out, "is a file, and a folder is needed");
    }
    Printed picked = tune(folder.toString(), "--pick=1", "-o", temporary.toString());
    assertThat(picked.code()).isEqualTo(ExitCodes.BAD_INPUT);
    assertThat(picked.err()).contains("--output " + temporary, "is a folder, and a file is needed");
    Printed there = tune(folder.toString(), "--pick=1", "-o", file.toString());
    assertThat(there.code()).isEqualTo(ExitCodes.BAD_INPUT);
    assertThat(there.err()).contains("this file exists", "--replace");
    assertThat(file).hasContent("mine");
    Printed replaced = tune(folder.toString(), "--pick=1", "--replace", "-o", file.toString());
    assertThat(replaced).isEqualTo(new Printed(ExitCodes.CLEAN, "", ""));
    assertThat(Files.readString(file)).contains("kmin");
    Files.delete(file);
  }

  @Test
  void shouldSayThatNothingWasMeasured() throws IOException {
    Path begun = Files.createDirectories(temporary.resolve("begun"));
    Files.copy(folder.resolve("study.json"), begun.resolve("study.json"));
    Printed shown = tune(begun.toString());
    assertThat(shown.code()).isEqualTo(ExitCodes.CLEAN);
    assertThat(shown.err())
        .contains("nothing was measured yet", "headroom tune " + begun + " --resume");
    List<String> answers = Files.readAllLines(folder.resolve("answers.jsonl"));
    Files.write(begun.resolve("answers.jsonl"), answers.subList(0, 3));
    assertThat(tune(begun.toString()).err()).contains("3 runs kept, too few for a front");
  }

  @Test
  void shouldRefuseOtherFoldersAndInputs() throws IOException {
    Path empty = Files.createDirectories(temporary.resolve("empty"));
    assertThat(tune(empty.toString()).code()).isEqualTo(ExitCodes.BAD_INPUT);

    List<String> other = new ArrayList<>(List.of(start(folder)));
    other.add("--seed=2");
    Printed another = tune(other.toArray(String[]::new));
    assertThat(another.code()).isEqualTo(ExitCodes.BAD_INPUT);
    assertThat(another.err())
        .contains("holds another study (--seed: 1 there, 2 here)", "--replace");

    assertThat(tune(temporary.resolve("nowhere.yaml").toString()).err())
        .contains("nowhere.yaml")
        .doesNotContain("\tat ");
  }

  @Test
  void shouldSayThatAStudyIsDamaged() throws IOException {
    Path damaged = Files.createDirectories(temporary.resolve("damaged"));
    for (String text :
        List.of(
            "",
            "null",
            "[]",
            "{",
            "{\"format\": 2}",
            "{\"format\": 2, \"engine\": \"x\", \"study\": null}")) {
      Files.writeString(damaged.resolve("study.json"), text);
      Printed printed = tune(damaged.toString());
      assertThat(printed.code()).as(text).isEqualTo(ExitCodes.BAD_INPUT);
      assertThat(printed.err())
          .contains("study.json: is damaged, or no study")
          .doesNotContain("dev.headroom");
    }
  }

  /** Files of two commands in one folder would be mixed. */
  @Test
  void shouldKeepOtherCommandsFromItsFolder() throws IOException {
    byte[] before = Files.readAllBytes(folder.resolve("tune.json"));
    for (String[] other :
        List.of(
            new String[] {"sweep", scenario.toString(), "--vary=congestion.kmin=5KB,9KB"},
            new String[] {"advise", "--hosts=8", "--rate=400Gbps", "--asic=tomahawk4", "--no-runs"},
            new String[] {
              "sweep", scenario.toString(), "--vary=congestion.kmin=5KB", "--replace"
            })) {
      List<String> all = new ArrayList<>(List.of(other));
      all.add("--out=" + folder);
      Printed printed = run(all.toArray(String[]::new));
      assertThat(printed.code()).as(printed.err()).isEqualTo(ExitCodes.BAD_INPUT);
      assertThat(printed.err()).contains("--out " + folder + ": holds a search (headroom tune)");
    }
    assertThat(folder.resolve("tune.json")).hasBinaryContent(before);
    assertThat(folder.resolve("plan.json")).doesNotExist();
    assertThat(folder.resolve("advice.json")).doesNotExist();
  }

  @Test
  void shouldSayThatABundleNeedsAWorkload() throws IOException {
    Path config =
        Files.writeString(
            temporary.resolve("leaf.cfg"),
            """
            ! device: leaf1 (DCS-7060X4, EOS-4.30.1F)
            hostname leaf1
            interface Ethernet1
               speed 100g
            """);
    Printed printed = tune(config.toString(), "--out=" + temporary.resolve("never"));
    assertThat(printed.code()).as(printed.err()).isEqualTo(ExitCodes.BAD_INPUT);
    assertThat(printed.err()).contains("--workload");
  }
}
