package dev.headroom.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
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
        "done-at-one-time"
      })
  void shouldWriteWhatThatSimulatorWrites(String name) throws Exception {
    Path folder = Path.of(getClass().getResource("hpcc/" + name).toURI());
    StringWriter said = new StringWriter();
    PrintWriter writer = new PrintWriter(said, true);
    String config = folder.resolve("config.txt").toString();
    Headroom.run(writer, writer, "sim", config, "--out", out.toString(), "--quiet", "--no-report");
    for (String file : new String[] {"fct.txt", "pfc.txt"}) {
      assertThat(out.resolve(file)).as(said.toString()).exists();
      assertThat(Files.readString(out.resolve(file)))
          .as(file)
          .isEqualTo(Files.readString(folder.resolve(file)));
    }
  }
}
