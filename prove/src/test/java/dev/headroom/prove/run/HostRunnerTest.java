package dev.headroom.prove.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.prove.plan.BurnInPlan;
import dev.headroom.prove.plan.Level;
import dev.headroom.prove.plan.PlanFile;
import dev.headroom.prove.plan.RunnerPlan;
import dev.headroom.prove.plan.Step;
import dev.headroom.prove.plan.Tool;
import dev.headroom.prove.plan.Way;
import dev.headroom.prove.report.BurnInReport;
import dev.headroom.prove.verdict.Verdict;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HostRunnerTest {
  @SuppressWarnings("InlineFormatString") // apart, it is read as the file that it is
  private static final String PLAN =
      """
      name: two hosts
      slice: 1s
      targets:
        - {host: node1, rate: 100Gbps}
        - {host: node2, rate: 100Gbps}
      steps:
        loopback: {duration: 1s}
        hammer: {duration: 1s}
      runner: {way: %s}
      """;

  /** A peer of perftest that says what it would. */
  @SuppressWarnings("InlineFormatString") // apart, it is read as the file that it is
  private static final String HEADROOM =
      """
      #!/bin/sh
      echo "$*" >> %s
      case "$*" in
        *node1|*node2)
          echo ' #bytes     #iterations    BW peak[Gb/sec]    BW average[Gb/sec]   MsgRate[Mpps]'
          echo ' 1048576    100              0.00               95.50                0.011384'
          echo '---------------------------------------------------------------------------------------'
          ;;
        *) sleep 0.1 ;;
      esac
      """;

  @TempDir private Path folder;

  private Path program(String name, String text) throws IOException {
    Path file = folder.resolve(name);
    Files.writeString(file, text);
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
    return file;
  }

  private BurnInReport run(String way, HostShells shells) throws IOException {
    BurnInPlan plan = PlanFile.read(PLAN.formatted(way), "plan.yaml", _ -> Optional.empty());
    Path headroom = program("headroom", HEADROOM.formatted(folder.resolve("called")));
    Path out = folder.resolve("out");
    try (HostRunner runner = new HostRunner(plan, shells, List.of(headroom.toString()), "test")) {
      assertThat(BurnInRun.run(plan, out, runner, RunProgress.NONE)).isPresent();
    }
    return BurnInReport.of(out);
  }

  private void checkTraffic(BurnInReport report) throws IOException {
    assertThat(report.run().ended().values())
        .hasSize(2)
        .allSatisfy(end -> {
          assertThat(end.tool()).isEqualTo(Tool.PERF.title());
          assertThat(end.results())
              .hasSize(2)
              .allSatisfy(result -> {
                assertThat(result.problem()).isEmpty();
                assertThat(result.measures()).containsEntry("gbps", 95.5);
              });
          assertThat(Files.readString(folder.resolve("out/raw/" + end.raw()))).contains("95.50");
        });
    assertThat(Files.readAllLines(folder.resolve("called")))
        .anyMatch(line -> line.startsWith("perf write_bw --bind node2 -p 18515 "))
        .anyMatch(line -> line.endsWith(" --report_gbits node2"));
  }

  @Test
  void shouldSayWhatSoftwareCannotShow() throws IOException {
    BurnInReport report = run("local", CommandShells.local());

    checkTraffic(report);
    // nothing of the environment goes into the evidence
    assertThat(Files.readString(folder.resolve("out/evidence.log")))
        .doesNotContain(System.getenv("PATH"));
    assertThat(report.isClean()).isFalse();
    assertThat(report.verdict().of(Step.LOOPBACK).at(Level.ARTICLE))
        .isEqualTo(Verdict.NOT_EXERCISED);
    assertThat(report.verdict().of(Step.LOOPBACK).findings())
        .anySatisfy(finding -> assertThat(finding.found()).contains("no cable was exercised"))
        .anySatisfy(finding -> assertThat(finding.found()).isEqualTo("no counter tells of them"));
    assertThat(report.verdict().of(Step.PULSE).at(Level.ARTICLE)).isEqualTo(Verdict.NOT_EXERCISED);
  }

  @Test
  void shouldRunInAnAllocationOfSlurm() throws IOException {
    Path srun =
        program(
            "srun",
            """
            #!/bin/sh
            echo "$*" >> %s
            while [ "$1" != sh ]; do shift; done
            exec "$@"
            """
                .formatted(folder.resolve("srun.log")));

    BurnInReport report = run("srun", CommandShells.srun(srun.toString()));

    checkTraffic(report);
    assertThat(report.verdict().of(Step.LOOPBACK).at(Level.ARTICLE))
        .isEqualTo(Verdict.NOT_MEASURABLE);

    assertThat(Files.readAllLines(folder.resolve("srun.log")))
        .contains("--overlap --nodes=1 --ntasks=1 --nodelist=node2 --quiet sh -s");
  }

  @Test
  void shouldRunInPods() throws IOException {
    Path kubectl =
        program(
            "kubectl",
            """
            #!/bin/sh
            echo "$*" >> %s
            while [ "$1" != -- ]; do shift; done
            shift
            exec "$@"
            """
                .formatted(folder.resolve("kubectl.log")));
    RunnerPlan plan = new RunnerPlan(Way.KUBECTL, "", "gpu", "burnin-%h", -1, List.of());

    checkTraffic(run("kubectl", CommandShells.kubectl(kubectl.toString(), plan)));

    assertThat(Files.readAllLines(folder.resolve("kubectl.log")))
        .contains("exec --stdin --namespace=gpu burnin-node1 -- sh -s");
  }

  @Test
  void shouldSayWhyAHostDidNotAnswer() throws IOException, InterruptedException {
    Map<String, HostShells.Answer> answers =
        CommandShells.srun(folder.resolve("none").toString())
            .run(Map.of("node1", "true"), Duration.ofSeconds(5));
    Map<String, HostShells.Answer> failed =
        CommandShells.local()
            .run(Map.of("a", "echo broken; exit 4", "b", "sleep 60"), Duration.ofMillis(300));

    assertThat(answers.get("node1"))
        .extracting("problem")
        .asString()
        .contains("none cannot be started");
    assertThat(failed.get("a"))
        .isEqualTo(new HostShells.Answer("broken\n", "ended with 4: broken"));
    assertThat(failed.get("b")).extracting("problem").asString().startsWith("did not end within");
  }

  @Test
  void shouldEndWhatAnEarlierProcessLeft() throws IOException, InterruptedException {
    ProcessBuilder builder = new ProcessBuilder("sleep", "60");
    builder.environment().put(TrafficScripts.MARK, "run-of-this-test");
    Process left = builder.start();
    TrafficScripts scripts =
        new TrafficScripts(List.of(), RunnerPlan.LOCAL, List.of("headroom"), "run-of-this-test");

    CommandShells.local().run(Map.of("here", scripts.cleanup()), Duration.ofSeconds(10));

    assertThat(left.waitFor()).isNotZero();
  }

  @Test
  void shouldReadWhatClientsSay() {
    TrafficOutput output =
        TrafficOutput.of(
            """
            @@ client 3 0
             #bytes     #iterations    BW peak[Gb/sec]    BW average[Gb/sec]   MsgRate[Mpps]
             1048576    1402560          0.00               392.17               0.046751
            ---------------------------------------------------------------------------------------
            @@ end
            @@ client 4 1
            Couldn't connect to node2:18519
            @@ end
            """);

    assertThat(output.client(3)).contains(new TrafficOutput.Client(392.17, ""));
    assertThat(output.client(4).orElseThrow().problem())
        .isEqualTo("Couldn't connect to node2:18519 (exit 1)");
    assertThat(output.client(5)).isEmpty();
  }
}
