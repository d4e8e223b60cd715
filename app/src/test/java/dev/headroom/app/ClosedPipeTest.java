package dev.headroom.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Commands whose output goes to a reader that has seen enough. */
final class ClosedPipeTest {
  @TempDir private Path temporary;

  /** More than a pipe holds, so that something is left to write. */
  @Test
  void shouldEndWithoutAWord() throws Exception {
    assertThat(exitOf("knobs", "--json")).isEqualTo(141);
    assertThat(Files.readString(temporary.resolve("err"))).isEmpty();
  }

  /** It would print a row for each of 23 sizes, and take minutes. */
  @Test
  void shouldEndARunOfWhichNobodyWillHear() throws Exception {
    String call = "ib_write_bw -a -n 20000";
    assertThat(exitOf("show", "../examples/pair.yaml", "--as", call)).isEqualTo(141);
    assertThat(Files.readString(temporary.resolve("err"))).doesNotContain("fault", "interrupted");
  }

  private int exitOf(String... words) throws Exception {
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
    Process process =
        new ProcessBuilder(command).redirectError(temporary.resolve("err").toFile()).start();
    try (InputStream out = process.getInputStream()) {
      assertThat(out.read()).as("it has begun to print").isPositive();
    }
    assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
    return process.exitValue();
  }
}
