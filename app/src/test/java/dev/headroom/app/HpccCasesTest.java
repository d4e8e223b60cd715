package dev.headroom.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Small inputs of Alibaba's HPCC simulator with what it writes for them: each shows one of its ways
 * that the larger cases of {@code HpccValidationTest} do not depend on.
 */
final class HpccCasesTest {
  @TempDir private Path out;

  @ParameterizedTest
  @ValueSource(
      strings = {
        "starts-in-file-order",
        "nics-faster-than-the-fabric",
        "six-switches-in-a-row",
        "rates-without-a-code",
        "delays-of-one-rate",
        "whole-nanoseconds",
        "marks-at-a-tick",
        "a-send-before-a-decrease",
        "the-rest-sent-again",
        "codes-drawn",
        "link-down",
        "a-window-for-each-pair",
        "hpcc-without-a-window",
        "hpcc-without-pacing",
        "done-while-paused",
        "sent-back-before-anything-arrived",
        "queue-pairs-listed-anew",
        "groups-in-turn",
        "room-for-one-group",
        "pauses-counted-as-sent",
        "pauses-under-way",
        "back-to-the-chunk",
        "back-into-a-packet",
        "heard-within-a-chunk",
        "two-links-between-switches",
        "a-way-that-grows-shorter",
        "done-at-one-time",
        "rates-without-end",
        "losses-drawn",
        "pauses-lost",
        "more-set-apart-than-there-is",
        "delays-in-fixed-point"
      })
  void shouldWriteWhatThatSimulatorWrites(String name) throws Exception {
    Path folder = folder(name);
    String said = run(folder);
    assertSame(folder.resolve("fct.txt"), "fct.txt", said);
    assertSame(folder.resolve("pfc.txt"), "pfc.txt", said);
  }

  /** What the files say, rates and losses of single links among it, is in the scenario as well. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "rates-without-a-code",
        "the-rest-sent-again",
        "codes-drawn",
        "groups-in-turn",
        "two-links-between-switches",
        "link-down",
        "a-window-for-each-pair",
        "rates-without-end",
        "pauses-lost",
        "more-set-apart-than-there-is"
      })
  void shouldDoTheSameAsAScenario(String name) throws Exception {
    Path yaml = out.resolve("S.yaml");
    PrintWriter silent = new PrintWriter(new StringWriter());
    String config = folder(name).resolve("config.txt").toString();
    Headroom.run(silent, silent, "convert", "hpcc", config, "-o", yaml.toString());
    run(folder(name));
    String theirs = digest();
    Files.delete(out.resolve("results.json"));
    String said = run(yaml);
    assertThat(out.resolve("results.json")).as(said).exists();
    assertThat(digest()).isEqualTo(theirs);
  }

  private String digest() throws IOException {
    return Files.readAllLines(out.resolve("results.json")).stream()
        .filter(line -> line.contains("\"digest\""))
        .findFirst()
        .orElseThrow();
  }

  /**
   * Compiled with -march=native on a processor with AVX-512 it makes other numbers of no number.
   */
  @Test
  void shouldWriteWhatABuildForAvx512Writes() throws Exception {
    Path folder = folder("hpcc-without-a-window");
    String said = run(folder, "--set", "congestion.hpcc.rateCast=avx-512");
    assertSame(folder.resolve("fct-avx-512.txt"), "fct.txt", said);
  }

  /** Whether congestion control is replaced depends on whether it was, not on what is set of it. */
  @Test
  void shouldKeepTheControlOfAConfigWhereASettingOfItIsChanged() throws Exception {
    run(folder("hpcc-without-a-window"), "--set", "congestion.hpcc.eta=0.8");
    assertThat(Files.readString(out.resolve("scenario.yaml"))).contains("\n  algorithm: hpcc\n");
    run(folder("hpcc-without-a-window"), "--set", "congestion=swift");
    assertThat(Files.readString(out.resolve("scenario.yaml"))).contains("\n  algorithm: swift\n");
  }

  @Test
  void shouldGiveEachSwitchTheBufferThatIsSet() throws Exception {
    run(folder("more-set-apart-than-there-is"), "--set", "fabric.switches.buffer=64MiB");
    assertThat(Files.readString(out.resolve("scenario.yaml")))
        .contains("buffer: 64MiB")
        .doesNotContain("fabric.switches.buffer:");
  }

  private Path folder(String name) throws Exception {
    return Path.of(getClass().getResource("hpcc/" + name).toURI());
  }

  /** What is said when a folder's config, or a scenario, is run. */
  private String run(Path input, String... more) {
    StringWriter said = new StringWriter();
    PrintWriter writer = new PrintWriter(said, true);
    Path file = Files.isDirectory(input) ? input.resolve("config.txt") : input;
    List<String> args = new ArrayList<>(List.of("sim", file.toString()));
    args.addAll(List.of("--out", out.toString(), "--quiet", "--no-report"));
    args.addAll(List.of(more));
    Headroom.run(writer, writer, args.toArray(String[]::new));
    return said.toString();
  }

  private void assertSame(Path theirs, String ours, String said) throws IOException {
    assertThat(out.resolve(ours)).as(said).exists();
    assertThat(Files.readString(out.resolve(ours))).as(ours).isEqualTo(Files.readString(theirs));
  }
}
