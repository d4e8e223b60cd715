package dev.headroom.app.toy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * One file and one line make a control, a topology and a rule that all commands know; a package and
 * a line a vendor of switches.
 */
final class ToyTest {
  @TempDir private Path folder;

  @Test
  void shouldRunAToyControlOnAToyTopology() throws Exception {
    JsonNode run =
        JsonMapper.builder().build().readTree(headroom(0, "sim", scenario("25%"), "--json"));
    // 10 MB at a quarter of 100 Gb/s, with 2 % for headers
    assertThat(run.get("completionTimePs").asDouble()).isCloseTo(3.2e9, withinPercentage(2.5));
    assertThat(headroom(2, "sim", scenario("2"))).contains("congestion.toy.share", "0.01 to 1");
  }

  @Test
  void shouldListAndJudgeByToys() throws Exception {
    assertThat(headroom(0, "knobs", "congestion.toy"))
        .contains("share of the line that a flow takes");
    assertThat(headroom(0, "explain", "toy.digit")).contains("each host has a number in its name");
  }

  /** A vendor of switches is a package and a line: read, judged, and cured in its own words. */
  @Test
  void shouldJudgeAToySwitch() throws Exception {
    Path file = folder.resolve("leaf.txt");
    String healthy =
        """
        toyos switch leaf7
        toy p1 pause 3
        toy p1 watch 3
        toys sort 26 into 3
        toys mark 3 between 100000 and 400000
        """;
    Files.writeString(file, healthy.replace("mark 3", "mark 4"));
    assertThat(headroom(1, "audit", file.toString()))
        .contains("leaf7", "switch.lossless-without-ecn", "p1|3", "toys mark N between MIN and MAX")
        .doesNotContain("switch.pfc-watchdog", "switch.dscp-not-lossless");
    Files.writeString(file, healthy);
    assertThat(headroom(0, "audit", file.toString())).doesNotContain("lossless-without-ecn");
    assertThat(headroom(0, "explain", "switch.ecn-off")).contains("show toys of ToyOS");
  }

  private String scenario(String share) throws Exception {
    Path file = folder.resolve("toy.yaml");
    String text =
        """
        fabric: {topology: toy-row, switchesInRow: 2, links: {rate: 100Gbps}}
        congestion: {algorithm: toy, toy: {share: %s}}
        workload:
          type: flows
          flows: [{from: host-0, to: host-1, size: 10MB}]
        """
            .formatted(share);
    Files.writeString(file, text);
    return file.toString();
  }

  private String headroom(int code, String... words) throws Exception {
    List<String> command =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path") + File.pathSeparator + "src/test/extension",
                "dev.headroom.app.Headroom"));
    command.addAll(List.of(words));
    Path said = folder.resolve("said");
    Process process =
        new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(said.toFile()).start();
    assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
    assertThat(process.exitValue()).as(Files.readString(said)).isEqualTo(code);
    return Files.readString(said);
  }
}
