package dev.headroom.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.json.JsonMapper;

/** Sends a real signal to a real process. */
final class InterruptTest {
  @TempDir private Path temporary;

  @Test
  void shouldKeepWhatWasMeasuredOnCtrlC() throws IOException, InterruptedException {
    Assumptions.assumeTrue(
        Files.isExecutable(Path.of("/bin/kill")), "this system has no /bin/kill");
    Assumptions.assumeTrue(
        new ProcessBuilder("/usr/bin/env", "--default-signal=INT", "true").start().waitFor() == 0,
        "this system's env knows no --default-signal, which coreutils 8.31 has");
    Path scenario =
        Files.writeString(
            temporary.resolve("long.yaml"),
            """
            fabric: {topology: single, hosts: 8, links: {rate: 100Gbps, cable: 5m}}
            workload: {type: permutation, size: 1TB}
            run: {stop: 100s}
            """);
    Path results = temporary.resolve("results");
    Process process =
        new ProcessBuilder(
                List.of(
                    // Whoever runs the tests in the background may have had the signal ignored,
                    // and a child that inherits that never hears of it.
                    "/usr/bin/env",
                    "--default-signal=INT",
                    Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                    "-XX:+UseSerialGC",
                    "-XX:TieredStopAtLevel=1",
                    "-cp",
                    System.getProperty("java.class.path"),
                    "dev.headroom.app.Headroom",
                    "sim",
                    scenario.toString(),
                    "--out",
                    results.toString()))
            .redirectOutput(temporary.resolve("out").toFile())
            .redirectError(temporary.resolve("err").toFile())
            .start();
    awaitWork(process);
    new ProcessBuilder("/bin/kill", "-INT", Long.toString(process.pid())).start().waitFor();

    assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
    assertThat(process.exitValue()).as(Files.readString(temporary.resolve("err"))).isEqualTo(130);
    assertThat(Files.readString(temporary.resolve("out"))).contains("Stopped by hand");
    var json = JsonMapper.shared().readTree(results.resolve("results.json").toFile());
    assertThat(json.get("outcome").stringValue()).isEqualTo("interrupted");
    assertThat(json.at("/packets/data").asLong()).isPositive();
    assertThat(results.resolve("flows.parquet")).exists();
  }

  /**
   * Until it has had so much of a processor that it is well into its run, however busy others are.
   */
  private static void awaitWork(Process process) throws InterruptedException {
    Duration wanted = Duration.ofSeconds(3);
    while (process.isAlive()
        && process.info().totalCpuDuration().orElse(wanted).compareTo(wanted) < 0) {
      Thread.sleep(50);
    }
  }
}
