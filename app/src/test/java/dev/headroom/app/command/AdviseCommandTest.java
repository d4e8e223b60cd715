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
    assertThat(err.toString()).contains("holds another study (");
    String there = folder.resolve("a").toString();
    assertThat(
            Headroom.run(
                new PrintWriter(out), new PrintWriter(err), "tune", fabric, "--out=" + there))
        .isEqualTo(ExitCodes.BAD_INPUT);
    assertThat(err.toString()).contains("--out " + there + ": holds an advice (headroom advise)");
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

  @Test
  void shouldRefuseAFileAsFolder() throws IOException {
    Path file = Files.writeString(folder.resolve("file"), "mine");
    for (Path path : List.of(file, file.resolve("within"))) {
      assertThat(runIn(path, CLUSTER + " --no-runs")).isEqualTo(ExitCodes.BAD_INPUT);
      assertThat(err.toString()).contains("--out " + path, "is a file, and a folder is needed");
    }
    assertThat(file).hasContent("mine");
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
        "--hosts 8 --rate 400Gbps --asic tomahawk4 --runs 5 | --runs 5: use 360 to 100,000",
        "--hosts 8 --rate 400Gbps --asic tomahawk4 --runs 1000000 | use 360 to 100,000",
        "--hosts 8 --rate 400Gbps                   | --asic",
        "--hosts 0 --rate 400Gbps --asic tomahawk4  | --hosts 0: use 2 to 262,144",
        "--hosts 1 --rate 400Gbps --asic tomahawk4  | --hosts 1: use 2 to 262,144",
        "--hosts -8 --rate 400Gbps --asic tomahawk4 | --hosts -8: use 2",
        "--hosts 999999 --rate 400Gbps --asic tomahawk4 | --hosts 999999: use 2 to 262,144",
        "--hosts 8 --rate 0Gbps --asic tomahawk4    | --rate 0bps: use a rate above 0bps",
        "--hosts 8 --rate -4Gbps --asic tomahawk4   | --rate -4Gbps: use a rate above 0bps",
        "--hosts 8 --rate 1bps --asic spectrum4 --no-runs | --cable 3m: ",
        "--hosts 8 --rate 9Tbps --asic tomahawk4    | --rate 9Tbps: tomahawk-4 has no ports of",
        "--hosts 8 --rate 400Gbps --asic tomahawk4 --ports 0 | --ports 0: tomahawk-4 has 2 to 64",
        "--hosts 8 --rate 400Gbps --asic tomahawk4 --ports 65 | --ports 65: tomahawk-4 has 2 to",
        "--hosts 8 --rate 400Gbps --asic tomahawk4 --cable -3m | --cable -3m: use a length above",
        "--hosts 8 --rate 400Gbps --asic tomahawk4 --cable 0m | --cable 0m: use a length above 0m",
        "--hosts 8 --rate 400Gbps --asic tomahawk4 --cable 999km | --cable 999km: use a length",
        "--hosts 8 --rate 400Gbps --asic tomahawk4 --uplink-cable -3m | --uplink-cable -3m: use",
        "--hosts 8 --rate 400Gbps --asic tomahawk4 --rails 0 | --rails 0: use 1 to 128",
        "--hosts 8 --rate 400Gbps --asic tomahawk4 --rails 3 | --hosts 8: with --rails 3 it is a",
        "--hosts 8 --rate 400Gbps --asic tomahawk4 --oversubscription NaN | --oversubscription NaN",
        "--hosts 8 --rate 400Gbps --asic tomahawk4 --oversubscription 0 | use 1 to 64",
        "--hosts 8 --rate 400Gbps --asic tomahawk4 --time 999999999h | --time 999999999h: use at",
        "--hosts 8 --rate 400Gbps --asic tomahawk4 --workload incast,incast | --workload incast: ",
        "--hosts 8 --rate 400Gbps --asic tomahawk4 --workload all-reduce:0B | --workload all-r",
      })
  void shouldRefuseBadInput(String arguments, String message) {
    assertThat(runIn(folder.resolve("c"), arguments)).isEqualTo(ExitCodes.BAD_INPUT);
    assertThat(err.toString()).contains(message).doesNotContain("\tat ");
    assertThat(folder.resolve("c")).doesNotExist();
  }
}
