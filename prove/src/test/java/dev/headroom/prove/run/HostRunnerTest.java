package dev.headroom.prove.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.prove.check.CollectiveRun;
import dev.headroom.prove.evidence.Entry;
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
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

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
    RunnerPlan plan =
        new RunnerPlan(
            Way.KUBECTL, "", "gpu", "burnin-%h", List.of(), -1, List.of(), Optional.empty());

    checkTraffic(run("kubectl", CommandShells.kubectl(kubectl.toString(), plan)));

    assertThat(Files.readAllLines(folder.resolve("kubectl.log")))
        .contains("exec --stdin --namespace=gpu burnin-node1 -- sh -s");
  }

  /**
   * Two hosts with two GPUs each, played by this machine, whose launcher prints a recorded table.
   */
  @ParameterizedTest
  @CsvSource({"mpirun, 400GB/s, 300GB/s, FAIL, PASS", "srun, 360GB/s, 300GB/s, PASS, PASS"})
  void shouldJudgeACollectiveOverAllHosts(
      String launcher, String article, String standard, Verdict strict, Verdict lenient)
      throws IOException {
    Path bin = Files.createDirectories(folder.resolve("bin"));
    String table =
        """
        # nThread 1 nGpus 1 minBytes 8388608 maxBytes 16777216 step: 2(factor)
        #  Rank  0 Group  0 Pid 11 on node1 device  0 [0x1b] NVIDIA H100
        #  Rank  1 Group  0 Pid 12 on node1 device  1 [0x43] NVIDIA H100
        #  Rank  2 Group  0 Pid 13 on node2 device  0 [0x1b] NVIDIA H100
        #  Rank  3 Group  0 Pid 14 on node2 device  1 [0x43] NVIDIA H100
        node1:11:11 [0] NCCL INFO SECRET_TOKEN set by environment to hunter2
        #       size         count      type   redop    root     time   algbw   busbw #wrong     time   algbw   busbw #wrong
             8388608       2097152     float     sum      -1    180.6  100.00  120.00      0    173.0  100.00  121.00      0
            16777216       4194304     float     sum      -1    180.6  222.42  360.50      0    173.0  232.17  370.25      0
        # Out of bounds values : 0 OK
        # Avg bus bandwidth    : 242.937
        """;
    Path said = Files.writeString(folder.resolve("said"), table);
    program(
        "bin/" + launcher,
        "#!/bin/sh\necho \"$*\" > '%s'\ncat '%s'\n".formatted(folder.resolve("words"), said));
    BurnInPlan plan =
        PlanFile.read(
            """
            name: two hosts
            targets: [{host: node1..2, rate: 100Gbps}]
            steps: {checks: {duration: 1s}}
            runner:
              way: local
              checks: [dcgmi]
              collective:
                launcher: %s
                ranksPerHost: 2
                options: [--tag-output]
                article: %s
                standard: %s
            """
                .formatted(launcher, article, standard),
            "plan.yaml",
            _ -> Optional.empty());
    Path out = folder.resolve("out");
    HostShells shells =
        CommandShells.of(
            new RunnerPlan(
                Way.COMMAND,
                "",
                "",
                "",
                List.of("env", "PATH=" + bin + ":/usr/bin:/bin", "ON=%h", "sh", "-s"),
                -1,
                List.of(),
                Optional.empty()));
    Path perf = program("headroom", HEADROOM.formatted(folder.resolve("called")));
    try (HostRunner runner =
        new HostRunner(plan, shells, shells, List.of(perf.toString()), "test")) {
      assertThat(BurnInRun.run(plan, out, runner, RunProgress.NONE)).isPresent();
    }
    BurnInReport report = BurnInReport.of(out);

    Entry.Collective found = report.run().collective().orElseThrow();
    assertThat(found.problem()).isEmpty();
    assertThat(found.measures())
        .containsEntry(CollectiveRun.BUS, 360.5)
        .containsEntry(CollectiveRun.SIZE, 16777216.0)
        .containsEntry(CollectiveRun.RANKS, 4.0)
        .containsEntry(CollectiveRun.MEAN, 242.937);
    assertThat(Files.readString(folder.resolve("words")))
        .contains(
            launcher.equals("srun") ? "--nodelist=node1,node2" : "-np 4 -N 2 -H node1:2,node2:2")
        .contains("--tag-output all_reduce_perf -b 8M")
        .doesNotContain("-J");
    assertThat(Files.readString(out.resolve("raw").resolve(found.raw())))
        .contains("360.50")
        .doesNotContain("hunter2");
    for (Level level : Level.values()) {
      assertThat(report.verdict().of(Step.CHECKS).findings())
          .filteredOn(each -> each.what().contains("all-reduce") && each.levels().contains(level))
          .hasSize((level == Level.ARTICLE ? strict : lenient) == Verdict.FAIL ? 1 : 0);
    }
  }

  @Test
  void shouldSayWhatIsWrongWithACollective() {
    String well =
        """
        #  Rank  0 Group  0 Pid 11 on node1 device  0 [0x1b] NVIDIA H100
            16777216       4194304     float     sum      -1    180.6  222.42  360.50      0    173.0  232.17  370.25      0
        # Out of bounds values : 0 OK
        """;
    assertThat(CollectiveRun.of(well + "@@ end collective 0\n", 1).problem()).isEmpty();
    assertThat(CollectiveRun.of(well + "@@ end collective 0\n", 16).problem())
        .isEqualTo("1 ranks took part where the plan has 16; was it built with MPI=1?");
    assertThat(CollectiveRun.of(well, 1).problem()).startsWith("it did not end: # Out of bounds");
    assertThat(CollectiveRun.of(well + "@@ end collective 124\n", 1).problem())
        .isEqualTo("it did not end within 1740 s");
    assertThat(
            CollectiveRun.of(well.replace("0 OK", "4 FAILED") + "@@ end collective 1\n", 1)
                .problem())
        .isEqualTo("results out of bounds: 4 FAILED");
    assertThat(CollectiveRun.of("mpirun is not installed\n@@ end collective 127\n", 1).problem())
        .isEqualTo("it ended with exit code 127: mpirun is not installed");
    assertThat(CollectiveRun.of("\n@@ end collective 0\n", 1).problem())
        .isEqualTo("it printed no bus bandwidth");
  }

  @Test
  void shouldSayWhyAHostDidNotAnswer() throws IOException, InterruptedException {
    Map<String, HostShells.Answer> answers =
        CommandShells.srun(folder.resolve("none").toString())
            .run(Map.of("node1", "true"), Duration.ofSeconds(5));
    Map<String, HostShells.Answer> failed =
        CommandShells.local().run(Map.of("a", "echo broken; exit 4"), Duration.ofMinutes(1));
    Map<String, HostShells.Answer> late =
        CommandShells.local().run(Map.of("b", "sleep 60"), Duration.ofMillis(300));

    assertThat(answers.get("node1"))
        .extracting("problem")
        .asString()
        .contains("none cannot be started");
    assertThat(failed.get("a"))
        .isEqualTo(new HostShells.Answer("broken\n", "ended with 4: broken"));
    assertThat(late.get("b")).extracting("problem").asString().startsWith("did not end within");
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
            @@ latency 3 0
             #bytes #iterations    t_min[usec]    t_max[usec]  t_typical[usec]    t_avg[usec]    t_stdev[usec]   99% percentile[usec]   99.9% percentile[usec]
             2       1000          2.07           9.97         2.12               2.13           0.12            2.41                    9.97
            ---------------------------------------------------------------------------------------
            @@ end
            """);

    assertThat(output.client(3)).contains(new TrafficOutput.Client(392.17, ""));
    assertThat(output.client(4).orElseThrow().problem())
        .isEqualTo("Couldn't connect to node2:18519 (exit 1)");
    assertThat(output.client(5)).isEmpty();
    assertThat(output.tail(3)).hasValue(2.41);
    assertThat(output.tail(4)).isEmpty();
  }
}
