package dev.headroom.app.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.app.files.RunFolder;
import dev.headroom.app.files.TableFormat;
import dev.headroom.app.input.LoadedScenario;
import dev.headroom.model.scenario.ScenarioReader;
import dev.headroom.run.cache.CacheSettings;
import dev.headroom.run.cache.RunCache;
import dev.headroom.sim.ProgressListener;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

final class CacheCommandTest {
  private static final String INCAST =
      "name: few\nfabric: {topology: single, hosts: 4}\nworkload: {type: incast, size: 64KB}\n";

  @TempDir private Path temporary;

  /** The files of results with what is in them, but for what the process itself has cost. */
  private static Map<String, String> files(Path folder) throws IOException {
    Map<String, String> all = new TreeMap<>();
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        String name = folder.relativize(file).toString();
        if (file.getFileName().toString().startsWith(".")) {
          continue; // with the times of the others
        }
        String text = Files.readString(file, StandardCharsets.ISO_8859_1);
        all.put(name, name.endsWith(".json") ? withoutCost(text) : text);
      }
    }
    return all;
  }

  private static String withoutCost(String json) {
    return json.replaceAll("\"(cpuSeconds|peakRssBytes)\": [0-9.E-]+", "");
  }

  private Map<String, String> made(RunCache cache, String name) throws IOException {
    Path to = temporary.resolve(name);
    PrintWriter err = new PrintWriter(new StringWriter());
    ScenarioExecution execution =
        new ScenarioExecution(
            1, EnumSet.allOf(TableFormat.class), true, List.of(), List.of(), 0, cache, err);
    LoadedScenario loaded =
        new LoadedScenario(
            ((ScenarioReader.Good) ScenarioReader.read(INCAST, "few.yaml", List.of())).scenario(),
            Optional.empty(),
            List.of());
    try (RunFolder folder = RunFolder.open(to, err)) {
      execution.run(loaded, folder, ProgressListener.SILENT, ScenarioExecution.Milestones.NONE);
    }
    return files(to);
  }

  @Test
  void shouldWriteTheSameFilesFromTheCache() throws IOException {
    CacheSettings settings = CacheSettings.in(temporary.resolve("cache"));
    RunCache cache = RunCache.open(settings, warning -> {});
    Map<String, String> first = made(cache, "first");
    Map<String, String> second = made(cache, "second");
    assertThat(cache.use()).isEqualTo(new RunCache.Use(1, 1));
    assertThat(first).containsKeys("results.json", "report.html", "scenario.yaml", "flows.csv");
    assertThat(second).isEqualTo(first);
  }

  private record Ended(int code, String out, String err) {}

  private Ended headroom(String... words) throws IOException, InterruptedException {
    List<String> command =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                "dev.headroom.app.Headroom"));
    command.addAll(Arrays.asList(words));
    ProcessBuilder builder =
        new ProcessBuilder(command)
            .directory(temporary.toFile())
            .redirectOutput(temporary.resolve("out").toFile())
            .redirectError(temporary.resolve("err").toFile());
    builder.environment().put(CacheSettings.FOLDER, temporary.resolve("cache").toString());
    int code = builder.start().waitFor();
    return new Ended(
        code,
        Files.readString(temporary.resolve("out")),
        Files.readString(temporary.resolve("err")));
  }

  private static JsonNode json(Ended ended) {
    return JsonMapper.shared().readTree(ended.out());
  }

  @Tag("whole")
  @Test
  void shouldRunNothingTwiceAndSaySo() throws Exception {
    Files.writeString(temporary.resolve("few.yaml"), INCAST);
    Ended first = headroom("compare", "few.yaml", "--vary", "pfc.enabled=true,false", "--out", "a");
    assertThat(first.code()).isZero();
    assertThat(first.err()).doesNotContain("cache");
    Ended some =
        headroom(
            "compare",
            "few.yaml",
            "--vary",
            "pfc.enabled=true,false",
            "--seeds",
            "1,2",
            "--out",
            "b",
            "--tables",
            "csv");
    assertThat(some.err()).contains("headroom: 2 of 4 runs from the cache");
    Ended again = headroom("compare", "few.yaml", "--vary", "pfc.enabled=true,false", "--out", "c");
    assertThat(again.err()).contains("headroom: 2 of 2 runs from the cache");
    assertThat(files(temporary.resolve("c"))).isEqualTo(files(temporary.resolve("a")));
    assertThat(again.out().replace("results in c; open c/", "results in a; open a/"))
        .isEqualTo(first.out());
    Ended anew =
        headroom(
            "compare", "few.yaml", "--vary", "pfc.enabled=true,false", "--no-cache", "--out", "d");
    assertThat(anew.err()).doesNotContain("cache");

    JsonNode full = json(headroom("cache", "--json"));
    assertThat(full.get("folder").asString()).isEqualTo(temporary.resolve("cache").toString());
    assertThat(full.get("runs").asInt()).isEqualTo(4);
    assertThat(full.get("bytes").asLong()).isPositive();
    assertThat(headroom("cache").out()).contains("runs     4");
    assertThat(headroom("cache", "clear").out()).startsWith("removed 4 runs, ");
    assertThat(json(headroom("cache", "--json")).get("bytes").asLong()).isZero();
    assertThat(headroom("cache", "empty").code()).isEqualTo(2);
  }
}
