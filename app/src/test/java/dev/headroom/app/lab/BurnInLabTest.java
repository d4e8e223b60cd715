package dev.headroom.app.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.headroom.app.Headroom;
import dev.headroom.prove.evidence.Entry;
import dev.headroom.prove.plan.BurnInPlan;
import dev.headroom.prove.plan.Level;
import dev.headroom.prove.plan.PlanFile;
import dev.headroom.prove.plan.Step;
import dev.headroom.prove.plan.Tool;
import dev.headroom.prove.report.BurnInReport;
import dev.headroom.prove.run.BurnInRun;
import dev.headroom.prove.run.CommandShells;
import dev.headroom.prove.run.HostRunner;
import dev.headroom.prove.run.RunProgress;
import dev.headroom.prove.slice.Slice;
import dev.headroom.prove.verdict.Finding;
import dev.headroom.prove.verdict.Verdict;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Burn-ins of two guests with the kernel's soft-RoCE, by perftest in them. The commands reach the
 * guests through the script of the lab. Emulated guests lose packets of their own accord, and carry
 * little: what they carry is looked at, and how much is not.
 */
@NeedsLab
@Tag("whole")
final class BurnInLabTest {
  /** The shell goes the way of the traffic; it gives up where that is cut. */
  private static final String HEAD =
      """
      name: two guests
      slice: 3s
      targets:
        - {host: guest1, address: 10.77.0.2, device: rxe0, netdev: eth0, rate: 1Mbps}
        - {host: guest2, address: 10.77.0.3, device: rxe0, netdev: eth0, rate: 1Mbps}
      runner:
        way: command
        command: [env, LAB_TIMEOUT=@SECONDS@, sh, -c, 'exec @LAB@ guest "${0#guest}"', '%h']
        checks: [dcgmi]
      """;

  @TempDir private Path folder = Path.of("");

  private static String plan(int seconds, String steps) {
    return HEAD.replace("@SECONDS@", String.valueOf(seconds))
            .replace("@LAB@", Lab.script().toString())
        + steps;
  }

  private static List<Finding> traffic(BurnInReport report, Step step) {
    return report.verdict().of(step).findings().stream()
        .filter(each -> each.what().equals("traffic"))
        .toList();
  }

  @Test
  void shouldRunAllStepsAndSayWhatSoftwareCannotShow() throws IOException {
    Path file =
        Files.writeString(
            folder.resolve("plan.yaml"),
            plan(
                110,
                """
                steps:
                  checks: {duration: 3s}
                  loopback: {duration: 3s}
                  pulse: {duration: 3s}
                  hammer: {duration: 3s}
                  thermal: {duration: 3s}
                  pcie: {duration: 3s}
                  signoff: {duration: 3s}
                """));
    Path out = folder.resolve("out");
    StringWriter screen = new StringWriter();
    StringWriter errors = new StringWriter();
    int code =
        Headroom.run(
            new PrintWriter(screen, true),
            new PrintWriter(errors, true),
            "burnin",
            "run",
            file.toString(),
            "--out",
            out.toString());

    assertThat(code).as(errors.toString()).isEqualTo(1);
    assertThat(screen.toString()).contains("two guests: not signed off: 7 of 7 steps do not pass");
    BurnInReport report = BurnInReport.of(out);
    assertThat(report.run().isComplete()).isTrue();
    assertThat(report.run().ended().values())
        .extracting(Entry.Ended::tool)
        .containsOnly(Tool.PERFTEST.title());
    for (Step step : Step.values()) {
      assertThat(report.verdict().of(step).at(Level.STANDARD)).isNotEqualTo(Verdict.PASS);
      assertThat(report.verdict().of(step).findings())
          .as("soft-RoCE has no port that counts what a cable carried")
          .filteredOn(each -> each.what().equals("use of the cable"))
          .extracting(Finding::verdict)
          .containsOnly(Verdict.NOT_MEASURABLE);
    }
    assertThat(report.verdict().of(Step.THERMAL).findings())
        .extracting(Finding::found)
        .contains("the module says none");
    assertThat(report.verdict().of(Step.LOOPBACK).findings())
        .as("its retransmissions are counted")
        .noneMatch(each ->
            each.what().equals("retransmissions") && each.verdict() == Verdict.NOT_MEASURABLE);
    assumeTrue(traffic(report, Step.PCIE).isEmpty(), "a slow guest lost a pair");
    assertThat(report.run().ended().get("pcie-000"))
        .satisfies(end ->
            assertThat(end.results())
                .allSatisfy(result ->
                    assertThat(result.measures()).containsKeys("gbps", "latency_p99_us")));
  }

  @Test
  void shouldFailTheStepInWhichALinkIsKilled() throws Exception {
    BurnInPlan plan =
        PlanFile.read(
            plan(40, "steps: {loopback: {duration: 3s}, hammer: {duration: 3s}}\n"),
            "plan.yaml",
            _ -> Optional.empty());
    boolean[] isCut = {false};
    RunProgress killer =
        new RunProgress() {
          @Override
          public void began(Slice slice, int of) {
            if (slice.step() == Step.HAMMER) {
              cut();
              isCut[0] = true;
            }
          }
        };
    Path out = folder.resolve("out");
    try (HostRunner runner =
        new HostRunner(plan, CommandShells.of(plan.runner()), List.of("headroom"), "test")) {
      assertThat(BurnInRun.run(plan, out, runner, killer)).isPresent();
    } finally {
      if (isCut[0]) {
        Lab.change("mend", "2");
      }
    }
    BurnInReport report = BurnInReport.of(out);

    assumeTrue(traffic(report, Step.LOOPBACK).isEmpty(), "a slow guest lost a pair");
    assertThat(traffic(report, Step.HAMMER)).extracting(Finding::target).contains("guest2:rxe0");
    assertThat(report.verdict().of(Step.HAMMER).at(Level.STANDARD)).isEqualTo(Verdict.FAIL);
    assertThat(report.run().ended().get("hammer-000"))
        .satisfies(end ->
            assertThat(end.readings().get("guest2:rxe0"))
                .satisfies(reading ->
                    assertThat(reading.missing()).as("its counters, too").containsKey("host")));
    // What follows finds both guests again.
    assertThat(Lab.guest(2, "echo here").end(120).text()).contains("here");
  }

  private static void cut() {
    try {
      Lab.change("cut", "2");
    } catch (IOException e) {
      throw new AssertionError(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError(e);
    }
  }
}
