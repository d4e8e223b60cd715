package dev.headroom.app.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.app.Headroom;
import dev.headroom.app.process.ExitCodes;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

final class SweepCommandTest {
  private static final String SCENARIO =
      """
      name: small incast
      fabric: {topology: single, hosts: 5, links: {rate: 100Gbps, delay: 1us}}
      workload: {type: incast, fanIn: 4, size: 100KB}
      """;

  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  @TempDir private Path temporary;

  private String scenario = "";
  private String folder = "";

  @BeforeEach
  void write() throws IOException {
    scenario = Files.writeString(temporary.resolve("s.yaml"), SCENARIO).toString();
    folder = temporary.resolve("out").toString();
  }

  private int run(String... arguments) {
    List<String> all = new ArrayList<>(List.of("sweep"));
    all.addAll(List.of(arguments));
    if (all.contains(scenario) || all.contains("--resume") || all.contains("run")) {
      all.add("--no-cache");
    }
    out.getBuffer().setLength(0);
    err.getBuffer().setLength(0);
    return Headroom.run(new PrintWriter(out), new PrintWriter(err), all.toArray(String[]::new));
  }

  private JsonNode json() {
    return JsonMapper.shared().readTree(out.toString());
  }

  @Test
  void shouldRankSettings() throws IOException {
    int code =
        run(
            scenario,
            "--vary",
            "workload.size=200KB,100KB",
            "--vary",
            "congestion.kmin=20KB,40KB",
            "--seeds",
            "1..3",
            "--out",
            folder,
            "--json");
    assertThat(code).as(err.toString()).isEqualTo(ExitCodes.CLEAN);
    JsonNode sweep = json();
    assertThat(sweep.at("/trials/planned").asInt()).isEqualTo(12);
    assertThat(sweep.at("/trials/measured").asInt()).isEqualTo(12);
    assertThat(sweep.at("/best")).hasSize(4);
    assertThat(sweep.at("/best/0/settings/workload.size").asString()).isEqualTo("100KB");
    assertThat(sweep.at("/seeds")).hasSize(3);
    assertThat(sweep.at("/factors/congestion.kmin")).hasSize(2);
    assertThat(Files.readString(Path.of(folder, "sweep.html"))).contains("Best by completion");
    assertThat(Files.readString(Path.of(folder, "sweep.json"))).isEqualTo(out.toString());

    assertThat(run(folder, "--by", "deepestQueue")).isEqualTo(ExitCodes.CLEAN);
    assertThat(out.toString())
        .contains("Best by deepest queue", "effect of each value", "12 of 12 with figures");
  }

  /** The same scenario, settings and seed come to the same digest as with the command sim. */
  @Test
  void shouldMeasureWhatSimMeasures() throws IOException {
    run(scenario, "--vary", "congestion.kmin=20KB", "--seeds", "7,9", "--out", folder, "--json");
    double swept = json().at("/best/0/measures/completionPs/most").asDouble();
    double most = 0;
    for (String seed : List.of("7", "9")) {
      out.getBuffer().setLength(0);
      Headroom.run(
          new PrintWriter(out),
          new PrintWriter(err),
          "sim",
          scenario,
          "--set",
          "congestion.kmin=20KB",
          "--seed",
          seed,
          "--json",
          "--no-report",
          "--out",
          temporary.resolve("sim").toString());
      most = Math.max(most, json().at("/completionTimePs").asDouble());
    }
    assertThat(swept).isEqualTo(most);
  }

  @Test
  void shouldRunShardsFromTheFolderAlone() throws IOException {
    Files.writeString(temporary.resolve("ours.yaml"), "congestion: {kmin: 30KB}\n");
    Files.writeString(Path.of(scenario), "preset: file:ours.yaml\n" + SCENARIO);
    assertThat(
            run(
                scenario,
                "--vary",
                "congestion=dcqcn,none",
                "--seeds",
                "4",
                "--plan-only",
                "--out",
                folder))
        .as(err.toString())
        .isZero();
    assertThat(out.toString()).contains("plan of 8 trials (2 settings, 4 seeds each)");
    Files.delete(temporary.resolve("ours.yaml"));
    Files.delete(Path.of(scenario));
    Path moved = temporary.resolve("moved");
    Files.move(Path.of(folder), moved);

    for (int shard = 3; shard >= 1; shard--) {
      assertThat(run("run", "--shard", shard + "/3", "--out", moved.toString()))
          .as(err.toString())
          .isZero();
    }
    assertThat(out.toString()).contains("shard 1/3: 2 trials run");
    assertThat(run(moved.toString(), "--json")).isZero();
    assertThat(json().at("/trials/measured").asInt()).isEqualTo(8);
    assertThat(json().at("/trials/missing").asInt()).isZero();
  }

  @Test
  void shouldKeepAFailedTrialAsARow() {
    int code =
        run(
            scenario,
            "--vary",
            "congestion.kmin=20KB,300KB",
            "--vary",
            "congestion.kmax=100KB,400KB",
            "--out",
            folder);
    assertThat(code).as(err.toString()).isEqualTo(ExitCodes.FINDINGS);
    assertThat(out.toString())
        .contains("1 trial failed.")
        .contains("bad settings: 1 trial")
        .contains("congestion.kmin=300KB, congestion.kmax=100KB, seed 1");
  }

  @Test
  void shouldRefuseAnotherPlan() {
    String[] first = {scenario, "--vary", "congestion.kmin=20KB,40KB", "--out", folder};
    assertThat(run(first)).isZero();
    assertThat(run(first)).isZero();
    int code = run(scenario, "--vary", "congestion.kmin=20KB,50KB", "--out", folder);
    assertThat(code).isEqualTo(ExitCodes.BAD_INPUT);
    assertThat(err.toString())
        .contains(folder + ": holds another sweep")
        .contains("congestion.kmin=20KB,40KB there, congestion.kmin=20KB,50KB here")
        .contains("--replace");
    assertThat(run(scenario, "--vary", "congestion.kmin=20KB,50KB", "--out", folder, "--replace"))
        .isZero();
    assertThat(run(folder, "--resume", "--json")).isZero();
    assertThat(json().at("/best/1/settings/congestion.kmin").asString()).isIn("20KB", "50KB");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "--vary congestion.kmin=lots; --vary congestion.kmin=lots:",
        "--vary congestion.kmim=1KB,2KB; did you mean",
        "--vary congestion.kmin; this is not KEY=VALUE",
        "--vary congestion.kmin=1KB,2KB --set congestion.kmin=3KB; would have no effect",
        "--vary run.seed=1,2 --seeds 3; run.seed is varied as well",
        "--vary run.seed=1,2; use --seeds",
        "--seeds 5..1; write the smaller seed first",
        "--seeds 1..5,3; 3 appears twice",
        "--seeds 1..9999; use 1 to 1,000 seeds",
        "--sample latin:5; use sobol:256",
        "--by marks; no better direction",
        "--by tail; is not a measure",
        "--workers 0; at least 1",
        "--trial-limit 5; use seconds, minutes or hours",
        "--space nowhere.yaml; nowhere.yaml",
      })
  void shouldSayWhichOptionIsWrong(String options, String said) {
    List<String> all = new ArrayList<>(List.of(scenario, "--out", folder));
    all.addAll(List.of(options.split(" ")));
    assertThat(run(all.toArray(String[]::new))).isEqualTo(ExitCodes.BAD_INPUT);
    assertThat(err.toString()).contains(said);
    assertThat(Path.of(folder)).doesNotExist();
  }

  @Test
  void shouldSayThatAFolderHasNoSweep() throws IOException {
    Files.createDirectories(Path.of(folder));
    assertThat(run(folder)).isEqualTo(ExitCodes.BAD_INPUT);
    assertThat(err.toString()).contains(folder + ": has no sweep");
    assertThat(run("run", "--shard", "1/2", "--out", folder)).isEqualTo(ExitCodes.BAD_INPUT);
    assertThat(err.toString()).contains("--plan-only");
    assertThat(run("run", "--shard", "3/2", "--out", folder)).isEqualTo(ExitCodes.BAD_INPUT);
    assertThat(err.toString()).contains("--shard '3/2'");
  }

  @Test
  void shouldSampleASpace() throws IOException {
    Path space =
        Files.writeString(
            temporary.resolve("space.yaml"),
            """
            knobs:
              - {knob: congestion.kmin, from: 10KB, to: 80KB}
              - {knob: congestion, values: [dcqcn, none]}
            """);
    int code =
        run(
            scenario,
            "--space",
            space.toString(),
            "--sample",
            "sobol:16",
            "--out",
            folder,
            "--json");
    assertThat(code).as(err.toString()).isZero();
    assertThat(json().at("/trials/measured").asInt()).isEqualTo(16);
    assertThat(json().at("/explainedShares").has("congestion")).isTrue();
    assertThat(run(scenario, "--space", space.toString(), "--out", folder + "2"))
        .isEqualTo(ExitCodes.BAD_INPUT);
    assertThat(err.toString()).contains("congestion.kmin").contains("add levels: 5");
  }
}
