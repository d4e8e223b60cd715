package dev.headroom.app.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.app.Headroom;
import dev.headroom.app.process.ExitCodes;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

final class AdviseCommandTest {
  private static final String CLUSTER = "--hosts 8 --rate 400Gbps --asic tomahawk4";

  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  @TempDir private Path folder;

  private int run(String arguments, String... more) {
    out.getBuffer().setLength(0);
    err.getBuffer().setLength(0);
    String[] all =
        Stream.of(
                Stream.of("advise"),
                Stream.of(arguments.split(" ")),
                Stream.of("--no-cache", "--quiet"),
                Stream.of(more))
            .flatMap(each -> each)
            .toArray(String[]::new);
    return Headroom.run(new PrintWriter(out), new PrintWriter(err), all);
  }

  private int runIn(Path path, String arguments, String... more) {
    return run(arguments + " --out " + path, more);
  }

  /** Four leaves of two hosts: short runs, from the design to the files. */
  @Test
  void shouldAdviseAndComeToTheSameAgain() throws IOException {
    String cluster =
        CLUSTER
            + " --ports 4 --workload permutation:32KB --runs 120 --in-order"
            + " --devices sonic,nccl --workers 2 --json";
    assertThat(runIn(folder.resolve("a"), cluster)).as(err.toString()).isEqualTo(ExitCodes.CLEAN);

    JsonNode advice = JsonMapper.shared().readTree(out.toString());
    assertThat(advice.at("/design/topology").asString()).isEqualTo("leaf-spine");
    assertThat(advice.at("/complete").asBoolean()).isTrue();
    assertThat(advice.at("/comparisons/0/topic").asString()).isEqualTo("routing");
    assertThat(advice.at("/comparisons/0/alternative").asString()).isEqualTo("flowlet");
    assertThat(advice.at("/recommendations").findValuesAsString("setting"))
        .contains("Kmin", "Kmax", "Pmax", "routing", "PFC watchdog", "PFC headroom, hosts, 3m");
    assertThat(advice.at("/recommendations").findValuesAsString("sureness"))
        .doesNotContain("not-compared");
    assertThat(advice.at("/knobs/congestion.kmin").asString()).endsWith("B");

    Path page = folder.resolve("a/advice.md");
    assertThat(Files.readString(page))
        .contains("## Reasons", "The whole fabric is simulated", "devices/leaf.sonic.txt");
    String fabric = folder.resolve("a/fabric.yaml").toString();
    assertThat(Headroom.run(new PrintWriter(err), new PrintWriter(err), "check", fabric))
        .as(err.toString())
        .isZero();

    // the folder holds the search, so that the same command makes no run of it again
    List<String> answers = Files.readAllLines(folder.resolve("a/answers.jsonl"));
    String first = out.toString();
    assertThat(runIn(folder.resolve("a"), cluster)).isEqualTo(ExitCodes.CLEAN);
    assertThat(out).hasToString(first);
    assertThat(
            Files.readAllLines(folder.resolve("a/answers.jsonl")).stream()
                .filter(l -> !l.isEmpty()))
        .hasSameSizeAs(answers);
    assertThat(runIn(folder.resolve("a"), cluster.replace("32KB", "33KB")))
        .isEqualTo(ExitCodes.BAD_INPUT);
    assertThat(err.toString()).contains("holds another study");
  }

  @Test
  void shouldDesignWithoutRuns() throws IOException {
    int code =
        runIn(
            folder.resolve("b"),
            "--hosts 1024 --rate 400Gbps --asic tomahawk5 --rails 8 --no-runs --json");
    assertThat(code).as(err.toString()).isZero();
    JsonNode advice = JsonMapper.shared().readTree(out.toString());
    assertThat(advice.at("/complete").asBoolean()).isFalse();
    assertThat(advice.at("/design/topology").asString()).isEqualTo("rail-optimized");
    assertThat(folder.resolve("b/piece.yaml")).exists();
    assertThat(folder.resolve("b/answers.jsonl")).doesNotExist();
  }

  @Test
  void shouldRefuseAFolderOfSomethingElse() throws IOException {
    Path other = Files.createDirectories(folder.resolve("d"));
    Files.writeString(other.resolve("advice.md"), "mine");
    String plan = "--hosts 8 --rate 400Gbps --asic tomahawk4 --no-runs";
    assertThat(runIn(other, plan)).isEqualTo(ExitCodes.BAD_INPUT);
    assertThat(err.toString()).contains("has files of something else");
    assertThat(other.resolve("advice.md")).hasContent("mine");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--hosts 100000 --rate 400Gbps --asic tomahawk5 --topology leaf-spine | 8,192 hosts at most",
        "--hosts 8 --rate 400Gbps --asic trident9   | known are spectrum2",
        "--hosts 8 --rate 400 --asic tomahawk4      | 400",
        "--hosts 8 --rate 350Gbps --asic tomahawk4  | no port rate of 350Gbps",
        "--hosts 8 --rate 400Gbps --asic tomahawk4 --uplink-cable 5km | no cable length of 5km",
        "--hosts 8 --rate 400Gbps --asic tomahawk4 --topology torus | choose of auto, single",
        "--hosts 8 --rate 400Gbps --asic tomahawk4 --devices vax | choose of sonic",
        "--hosts 8 --rate 400Gbps --asic tomahawk4 --workload gossip | choose of incast",
        "--hosts 8 --rate 400Gbps --asic tomahawk4 --runs 5 | use 360 or more",
        "--hosts 8 --rate 400Gbps --asic tomahawk4 --runs 1000000 | use at most 100,000",
        "--hosts 8 --rate 400Gbps                   | --asic",
      })
  void shouldRefuseBadInput(String arguments, String message) {
    assertThat(runIn(folder.resolve("c"), arguments)).isEqualTo(ExitCodes.BAD_INPUT);
    assertThat(err.toString()).contains(message).doesNotContain("\tat ");
    assertThat(folder.resolve("c")).doesNotExist();
  }
}
