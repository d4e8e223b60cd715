package dev.headroom.app.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.app.Headroom;
import dev.headroom.prove.alarm.AlarmRule;
import dev.headroom.prove.alarm.AlarmTable;
import dev.headroom.prove.alarm.SeriesNotation;
import dev.headroom.prove.sample.HostSample;
import dev.headroom.prove.sample.Series;
import dev.headroom.prove.watch.SampleLog;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The command {@code headroom watch}. */
final class WatchCommandTest {
  private static final Instant START = Instant.EPOCH; // the examples tell times from there

  /** Alarms look back for 12 hours, and stay for 10 minutes. */
  private static final Duration QUIET = Duration.ofHours(13);

  @TempDir private Path folder = Path.of("");

  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  private int run(Object... arguments) {
    out.getBuffer().setLength(0);
    err.getBuffer().setLength(0);
    String[] words = Arrays.stream(arguments).map(String::valueOf).toArray(String[]::new);
    return Headroom.run(new PrintWriter(out, true), new PrintWriter(err, true), words);
  }

  /** Each alarm has a log of its own machine, with its example and then quiet. */
  @Test
  void shouldRaiseAndClearEachAlarmFromItsSamples() throws IOException {
    for (AlarmRule rule : AlarmTable.all()) {
      log(rule, rule.example().fires());
    }
    assertThat(run("watch", "--replay", folder, "--rules", "--json")).isEqualTo(1);
    List<String> events = out.toString().lines().toList();
    for (AlarmRule rule : AlarmTable.all()) {
      List<String> its =
          events.stream()
              .filter(line ->
                  line.contains(
                      "\"alarm\":\"%s\",\"severity\":\"%s\",\"host\":\"%s\""
                          .formatted(rule.name(), rule.severity().word(), rule.name())))
              .map(line -> line.replaceFirst(".*\"event\":\"(\\w+)\".*", "$1"))
              .toList();
      assertThat(its).as(rule.name()).startsWith("fired").endsWith("cleared");
      assertThat(its)
          .as(rule.name() + ": each that fired clears, for at most three parts of the machine")
          .hasSizeBetween(2, 6)
          .filteredOn("fired"::equals)
          .hasSize(its.size() / 2);
    }
  }

  @Test
  void shouldRaiseNoAlarmFromSamplesThatAreWell() throws IOException {
    for (AlarmRule rule : AlarmTable.all()) {
      log(rule, rule.example().silent());
    }
    assertThat(run("watch", "--replay", folder, "--json")).isIn(0, 1);
    for (AlarmRule rule : AlarmTable.all()) {
      assertThat(out.toString())
          .doesNotContain(
              "\"alarm\":\"%s\",\"severity\":\"%s\",\"host\":\"%s\""
                  .formatted(rule.name(), rule.severity().word(), rule.name()));
    }
  }

  private void log(AlarmRule rule, List<String> series) throws IOException {
    Path own = Files.createDirectories(folder.resolve("of-" + rule.name()));
    try (SampleLog log = new SampleLog(own)) {
      Instant last = START;
      for (HostSample sample : SeriesNotation.samples(rule.name(), series, START)) {
        if (!sample.time().isAfter(START.plus(rule.example().at()))) {
          log.add(sample);
          last = sample.time();
        }
      }
      for (Instant time = last.plusSeconds(300);
          time.isBefore(last.plus(QUIET));
          time = time.plusSeconds(300)) {
        log.add(
            HostSample.of(
                rule.name(),
                time,
                Map.of(
                    Series.of("headroom_sample_timestamp_seconds"),
                    (double) time.getEpochSecond())));
      }
    }
    try (var files = Files.list(own)) {
      for (Path file : files.toList()) {
        Files.move(file, folder.resolve(rule.name() + ".samples"));
      }
    }
  }

  @Test
  void shouldSayWhatIsWrongWithItsOptions() throws IOException {
    assertThat(run("watch", "--replay", folder.resolve("none"))).isEqualTo(2);
    assertThat(run("watch", "--replay", folder)).isEqualTo(2);
    assertThat(err.toString()).contains("has no samples");
    assertThat(run("watch", "--replay", folder, "--once")).isEqualTo(2);
    assertThat(err.toString()).contains("--replay reads samples that are kept");
    Path file = Files.writeString(folder.resolve("exporters.txt"), "gpu-1\n");
    assertThat(run("watch", "--out", file)).isEqualTo(2);
    assertThat(err.toString()).contains("exporters.txt: is a file; a folder is needed");
    try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      String address = "127.0.0.1:" + taken.getLocalPort();
      assertThat(run("watch", "--listen", address)).isEqualTo(3);
      assertThat(err.toString()).contains("--listen " + address + ": ");
    }

    assertThat(run("watch", "--scrape", file)).isEqualTo(2);
    assertThat(err.toString()).contains("exporters.txt: line 1: 'gpu-1' has no address");
    Files.writeString(file, "leaf-1 http://leaf-1:9101/metrics\n");
    Path switches = Files.writeString(folder.resolve("switches.txt"), "admin@leaf-1\n");
    assertThat(run("watch", "--scrape", file, "--switches", switches)).isEqualTo(2);
    assertThat(err.toString()).contains("leaf-1 is in two of the files");
    assertThat(run("watch", "--scrape", file, "--root", folder)).isEqualTo(2);
    assertThat(err.toString()).contains("--root cannot be combined");
  }

  /** One of three files is damaged, one ends before its first sample: the third still counts. */
  @Test
  void shouldReplayWhatIsLeftOfItsFiles() throws IOException {
    AlarmRule rule = AlarmTable.all().getFirst();
    log(rule, rule.example().fires());
    Path whole = folder.resolve(rule.name() + ".samples");
    byte[] bytes = Files.readAllBytes(whole);
    Files.write(folder.resolve("A-cut.samples"), Arrays.copyOf(bytes, 5));
    bytes[30] ^= 0x55;
    Files.write(folder.resolve("A-damaged.samples"), bytes);

    assertThat(run("watch", "--replay", folder)).isEqualTo(3);
    assertThat(err.toString())
        .contains("A-cut.samples: its writer was cut off")
        .contains("A-damaged.samples: is damaged")
        .doesNotContain("bug");
    assertThat(out.toString()).contains(rule.name());
  }

  /** In a process of its own, since it is one that a signal ends. */
  @Test
  @Tag("whole")
  void shouldEndWith130ByControlC() throws Exception {
    Files.createDirectories(folder.resolve("root/proc"));
    Files.writeString(folder.resolve("root/proc/loadavg"), "0.5 0 0 1/1 1\n");
    Path kept = folder.resolve("kept");
    Process watch =
        new ProcessBuilder(
                // whoever runs the tests in the background may have had the signal ignored
                "/usr/bin/env",
                "--default-signal=INT",
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                "dev.headroom.app.Headroom",
                "watch",
                "--interval",
                "1s",
                "--root",
                folder.resolve("root").toString(),
                "--out",
                kept.toString())
            .redirectErrorStream(true)
            .redirectOutput(folder.resolve("said").toFile())
            .start();
    try {
      while (!Files.exists(kept.resolve("drain.txt"))) {
        assertThat(watch.isAlive()).as(Files.readString(folder.resolve("said"))).isTrue();
        Thread.sleep(50);
      }
      new ProcessBuilder("kill", "-INT", String.valueOf(watch.pid())).start().waitFor();
      assertThat(watch.waitFor(60, TimeUnit.SECONDS)).isTrue();
      assertThat(watch.exitValue()).as(Files.readString(folder.resolve("said"))).isEqualTo(130);
    } finally {
      watch.destroyForcibly();
    }
    assertThat(run("watch", "--replay", kept)).isZero();
    assertThat(out.toString()).contains("no alarm");
    assertThat(err.toString()).as("the last sample is whole").isEmpty();
  }
}
