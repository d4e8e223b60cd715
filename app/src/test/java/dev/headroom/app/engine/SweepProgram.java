package dev.headroom.app.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** Program {@code headroom} of a folder, as a process for each call, without the cache of runs. */
final class SweepProgram {
  private static final Path SCENARIO = Path.of("../examples/incast-16.yaml").toAbsolutePath();

  private final Path bin;

  private SweepProgram(Path bin) {
    this.bin = bin;
  }

  /** Writes the program into a folder. */
  static SweepProgram in(Path bin) throws IOException {
    Path script = Files.createDirectories(bin).resolve("headroom");
    Files.writeString(
        script,
        """
        #!/bin/sh
        exec '%s' -XX:+UseSerialGC -XX:TieredStopAtLevel=1 --enable-native-access=ALL-UNNAMED \\
          ${HEADROOM_JAVA_OPTS:-} -cp '%s' dev.headroom.app.Headroom "$@"
        """
            .formatted(
                Path.of(System.getProperty("java.home"), "bin", "java"), absoluteClassPath()));
    assertThat(script.toFile().setExecutable(true)).isTrue();
    return new SweepProgram(bin);
  }

  private static String absoluteClassPath() {
    return Stream.of(System.getProperty("java.class.path").split(":", -1))
        .map(each -> Path.of(each).toAbsolutePath().toString())
        .reduce((a, b) -> a + ":" + b)
        .orElseThrow();
  }

  Path path() {
    return bin.resolve("headroom");
  }

  /** Environment in which it is found, and in which no run comes from the cache. */
  Map<String, String> environment() {
    String path = System.getenv().getOrDefault("PATH", "/usr/bin:/bin");
    return Map.of("PATH", bin + ":" + path, "HEADROOM_CACHE", "off");
  }

  /** Words of a sweep of eight trials. */
  String[] sweep(Path out, String... more) {
    List<String> words =
        new ArrayList<>(
            List.of(
                path().toString(),
                "sweep",
                SCENARIO.toString(),
                "--vary",
                "congestion.kmin=50KB,100KB",
                "--seeds",
                "1..4",
                "--out",
                out.toString()));
    words.addAll(List.of(more));
    return words.toArray(String[]::new);
  }

  /** Runs a sweep of eight trials on this machine. */
  void local(Path out) throws IOException, InterruptedException {
    ProcessBuilder builder = new ProcessBuilder(sweep(out, "--quiet")).redirectErrorStream(true);
    builder.environment().putAll(environment());
    Process process = builder.start();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as(said).isZero();
  }

  /** All that the table of a sweep says, but for the CPU time, which differs from run to run. */
  String table(Path out) throws IOException, InterruptedException {
    ProcessBuilder builder =
        new ProcessBuilder(path().toString(), "sweep", out.toString(), "--json");
    Process process = builder.redirectError(ProcessBuilder.Redirect.DISCARD).start();
    String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).isZero();
    assertThat(text).contains("\"trials\"");
    return text.replaceAll("\"cpuNs\": [0-9]+", "\"cpuNs\": 0");
  }
}
