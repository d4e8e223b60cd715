package dev.headroom.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.app.process.ExitCodes;
import dev.headroom.collect.hosts.AuditInputs;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.json.JsonMapper;

/** Sends real signals to real processes. */
final class SignalsTest {
  @TempDir private Path temporary;

  private final List<Process> started = new ArrayList<>();

  @BeforeEach
  void needSignals() throws IOException, InterruptedException {
    Assumptions.assumeTrue(
        Files.isExecutable(Path.of("/bin/kill")), "this system has no /bin/kill");
    Assumptions.assumeTrue(
        new ProcessBuilder("/usr/bin/env", "--default-signal=INT", "true").start().waitFor() == 0,
        "this system's env knows no --default-signal, which coreutils 8.31 has");
  }

  @AfterEach
  void end() {
    started.forEach(Process::destroyForcibly);
  }

  @ParameterizedTest
  @CsvSource({"INT, 130", "TERM, 143"})
  void shouldKeepWhatARunMeasured(String signal, int code) throws Exception {
    Path scenario =
        Files.writeString(
            temporary.resolve("long.yaml"),
            """
            fabric: {topology: single, hosts: 8, links: {rate: 100Gbps, cable: 5m}}
            workload: {type: permutation, size: 1TB}
            run: {stop: 100s}
            """);
    Path results = temporary.resolve("results");
    Process process = begin("sim", scenario.toString(), "--out", results.toString());
    while (process.isAlive() && drafts(results).isEmpty()) {
      Thread.sleep(20);
    }
    awaitWork(process, Duration.ofMillis(500));

    assertThat(ended(process, signal)).as(said("err")).isEqualTo(code);
    assertThat(said("out")).contains("Interrupted at").doesNotContain("report.html");
    var json = JsonMapper.shared().readTree(results.resolve("results.json").toFile());
    assertThat(json.get("outcome").stringValue()).isEqualTo("interrupted");
    assertThat(json.at("/packets/data").asLong()).isPositive();
    // Tables and report are there too where they took no longer than who pressed Ctrl-C waits.
  }

  /** Counters of half a run are not those of the run. */
  @Test
  void shouldSayThatWhatAToolShowsIsCut() throws Exception {
    Path scenario =
        Files.writeString(
            temporary.resolve("long.yaml"),
            """
            fabric: {topology: single, hosts: 8, links: {rate: 100Gbps, cable: 5m}}
            workload: {type: permutation, size: 1TB}
            run: {stop: 100s}
            """);
    Process process = begin("show", scenario.toString(), "--as", "ethtool -S");
    awaitWork(process, Duration.ofMillis(2500)); // it leaves no sign of where it is

    assertThat(ended(process, "TERM")).as(said("err")).isEqualTo(143);
    assertThat(said("err")).contains("headroom: interrupted: this is the state");
  }

  @Test
  void shouldEndAServerThatNobodyCalls() throws Exception {
    Process process = begin("ping", "--pingpong", "--port", Integer.toString(UnusedPorts.next()));
    awaitSaid("err", "waiting for a client");

    assertThat(ended(process, "TERM")).isEqualTo(143);
    assertThat(said("out")).isEmpty();
  }

  /** The first reading of the counters is worth having. */
  @Test
  void shouldKeepTheFirstSample() throws Exception {
    Path root = temporary.resolve("machine");
    Files.writeString(Files.createDirectories(root.resolve("proc")).resolve("cmdline"), "quiet\n");
    Path bundle = temporary.resolve("b.tar.zst");
    Process process =
        begin(
            "collect",
            "--root",
            root.toString(),
            "--samples",
            "2",
            "--interval",
            "900s",
            "-o",
            bundle.toString());
    awaitSaid("err", "waiting for the second sample");

    assertThat(ended(process, "TERM")).as(said("err")).isEqualTo(143);
    assertThat(bundle).exists();
    assertThat(new AuditInputs().read(List.of(bundle))).isNotEmpty();
    assertThat(scratch()).as("nothing is left in the folder of temporary files").isEmpty();
  }

  /**
   * Nobody else writes where a run is at work. What it left when it was killed is gone after the
   * next, which has results of its own.
   */
  @Test
  void shouldKeepOthersAwayUntilItIsKilled() throws Exception {
    Path results = temporary.resolve("results");
    Path scenario =
        Files.writeString(
            temporary.resolve("endless.yaml"),
            """
            fabric: {topology: single, hosts: 8, links: {rate: 100Gbps, cable: 5m}}
            workload: {type: permutation, size: 1TB}
            run: {stop: 100s}
            """);
    Process process = begin("sim", scenario.toString(), "--out", results.toString());
    while (process.isAlive() && drafts(results).isEmpty()) {
      Thread.sleep(50);
    }
    Path note = Files.writeString(results.resolve("results.json"), "of a run before");
    for (String command : List.of("sim", "compare")) {
      List<String> words = new ArrayList<>(List.of(command, "../examples/pair.yaml"));
      words.addAll(command.equals("compare") ? List.of("--vary", "run.seed=1,2") : List.of());
      words.addAll(List.of("--out", results.toString()));
      StringWriter said = new StringWriter();
      int code =
          Headroom.run(
              new PrintWriter(new StringWriter()),
              new PrintWriter(said),
              words.toArray(String[]::new));
      assertThat(code).as(said.toString()).isEqualTo(ExitCodes.COULD_NOT_RUN);
      assertThat(said.toString())
          .contains(results + ": another headroom command (process " + process.pid(), "--out");
      assertThat(note).hasContent("of a run before");
    }
    process.destroyForcibly().waitFor();
    assertThat(drafts(results)).as("it was at work").isNotEmpty();
    assertThat(results.resolve(".headroom-lock")).exists();

    Process next = begin("sim", "../examples/pair.yaml", "--out", results.toString());

    assertThat(next.waitFor(60, TimeUnit.SECONDS)).isTrue();
    assertThat(drafts(results)).isEmpty();
    assertThat(results.resolve(".headroom-lock")).doesNotExist();
    assertThat(note).content().contains("schemaVersion");
  }

  private Process begin(String... words) throws IOException {
    List<String> command =
        new ArrayList<>(
            List.of(
                // Whoever runs the tests in the background may have had the signal ignored,
                // and a child that inherits that never hears of it.
                "/usr/bin/env",
                "--default-signal=INT",
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-Djava.io.tmpdir=" + Files.createDirectories(temporary.resolve("tmp")),
                "-cp",
                System.getProperty("java.class.path"),
                "dev.headroom.app.Headroom"));
    command.addAll(Arrays.asList(words));
    Process process =
        new ProcessBuilder(command)
            .redirectOutput(temporary.resolve("out").toFile())
            .redirectError(temporary.resolve("err").toFile())
            .start();
    started.add(process);
    return process;
  }

  private static int ended(Process process, String signal) throws Exception {
    new ProcessBuilder("/bin/kill", "-" + signal, Long.toString(process.pid())).start().waitFor();
    assertThat(process.waitFor(60, TimeUnit.SECONDS)).as("it ends").isTrue();
    return process.exitValue();
  }

  private String said(String stream) throws IOException {
    return Files.readString(temporary.resolve(stream));
  }

  /** Until it says that it is at work, however busy others are. */
  private void awaitSaid(String stream, String what) throws Exception {
    for (int i = 0; i < 1200 && !said(stream).contains(what); i++) {
      Thread.sleep(50);
    }
    assertThat(said(stream)).contains(what);
  }

  /** Until it has had so much more of a processor, however busy others are. */
  private static void awaitWork(Process process, Duration more) throws InterruptedException {
    Duration wanted = process.info().totalCpuDuration().orElse(Duration.ZERO).plus(more);
    for (int i = 0; i < 1200 && process.isAlive(); i++) {
      if (process.info().totalCpuDuration().orElse(wanted).compareTo(wanted) >= 0) {
        return;
      }
      Thread.sleep(20);
    }
  }

  private static List<Path> drafts(Path in) throws IOException {
    if (!Files.isDirectory(in)) {
      return List.of();
    }
    try (Stream<Path> all = Files.list(in)) {
      return all.filter(each -> each.toString().contains(".part")).toList();
    }
  }

  private List<Path> scratch() throws IOException {
    try (Stream<Path> all = Files.list(temporary.resolve("tmp"))) {
      return all.filter(each -> each.getFileName().toString().startsWith("headroom-")).toList();
    }
  }
}
