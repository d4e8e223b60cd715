package dev.headroom.prove.alarm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** Prometheus' own tool, where it is installed. */
public final class Promtool {
  private static final Path PROGRAM = Path.of("/usr/bin/promtool");

  private Promtool() {}

  /** Skips the test where there is none. */
  public static void assumeInstalled() {
    assumeTrue(
        Files.isExecutable(PROGRAM),
        "promtool is not installed (Debian and Ubuntu: apt-get install prometheus)");
  }

  /** Runs it and wants it to be content. */
  public static void accepts(Path folder, Path input, String... arguments)
      throws IOException, InterruptedException {
    String[] command = new String[arguments.length + 1];
    command[0] = PROGRAM.toString();
    System.arraycopy(arguments, 0, command, 1, arguments.length);
    Path output = folder.resolve("promtool.txt");
    int code =
        new ProcessBuilder(command)
            .directory(folder.toFile())
            .redirectInput(input.toFile())
            .redirectErrorStream(true)
            .redirectOutput(output.toFile())
            .start()
            .waitFor();
    assertThat(code).as(Files.readString(output, StandardCharsets.UTF_8)).isZero();
  }
}
