package dev.headroom.prove.rehearse;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.prove.plan.Level;
import dev.headroom.prove.plan.Step;
import dev.headroom.prove.verdict.Finding;
import dev.headroom.prove.verdict.RunVerdict;
import dev.headroom.prove.verdict.StepVerdict;
import dev.headroom.prove.verdict.Verdict;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RehearsalTest {
  /**
   * A fault, and what must find it.
   *
   * @param scenario lines of the scenario
   * @param hosts faults of hosts
   * @param what of the finding
   * @param target the link that is named; empty for any
   */
  private record Fault(
      String name, String scenario, String hosts, Step step, String what, String target) {}

  private static final List<Fault> FAULTS =
      List.of(
          new Fault(
              "a dirty end",
              "  failures: [{link: host-1/switch-0, from: 1800s, bitErrors: 1e-12}]",
              "",
              Step.LOOPBACK,
              "packet_seq_err",
              "host-1"),
          new Fault(
              "a link that flaps",
              "  failures: [{link: host-2/switch-0, down: 2000s, up: 2010s}]",
              "",
              Step.LOOPBACK,
              "link_downed",
              "host-2"),
          new Fault(
              "fans that slow down",
              "  wear: [{link: host-3/switch-0, airflow: 60%, from: 9000s}]",
              "",
              Step.THERMAL,
              "temperature",
              "host-3"),
          new Fault(
              "a bus with bit errors",
              "overrides: [{select: host-0, hosts: {pcie: {bitErrors: 1e-14}}}]",
              "",
              Step.PCIE,
              "aer_dev_correctable",
              "host-0"),
          new Fault(
              "a host that starts again",
              "",
              "{host: host-1, fault: reboot, at: 4h}",
              Step.SIGNOFF,
              "continuity",
              "host-1"),
          new Fault(
              "lanes lost",
              "  failures: [{link: host-0/switch-0, from: 0ns, rate: 25%}]",
              "",
              Step.LOOPBACK,
              "bandwidth",
              "host-0"),
          new Fault(
              "a link that stays down",
              "  failures: [{link: host-3/switch-0, down: 3000s}]",
              "",
              Step.LOOPBACK,
              "link_downed",
              "host-3"),
          new Fault(
              "a slow receiver",
              "  failures: [{host: host-1, from: 0ns, drain: 100Gbps}]",
              "",
              Step.LOOPBACK,
              "bandwidth",
              "host-"),
          new Fault(
              "a NIC that pauses without reason",
              "  failures: [{host: host-2, from: 0ns}]",
              "",
              Step.HAMMER,
              "bandwidth",
              "host-"),
          new Fault(
              "a NIC that froze",
              "  failures: [{host: host-0, from: 0ns, frozen: true}]",
              "",
              Step.LOOPBACK,
              "bandwidth",
              "host-"),
          new Fault(
              "a victim, as marks come too late",
              "congestion: {kmin: 40MB, kmax: 50MB}",
              "",
              Step.PULSE,
              "order of marks and pauses",
              ""),
          new Fault(
              "a buffer that pauses before it marks",
              "  switches: {buffer: 2MB}",
              "",
              Step.PULSE,
              "order of marks and pauses",
              ""),
          new Fault(
              "no flow control and a small buffer",
              "  switches: {buffer: 200KB}\npfc: {enabled: false}",
              "",
              Step.PULSE,
              "port_xmit_discards",
              ""),
          new Fault(
              "hot air",
              "  wear: [{link: host-1/switch-0, inlet: 41}]",
              "",
              Step.THERMAL,
              "temperature",
              "host-1"),
          new Fault(
              "a jump of temperature",
              "  wear: [{link: host-2/switch-0, airflow: 45%, from: 10000s, until: 10400s, inlet:"
                  + " 25}]",
              "",
              Step.THERMAL,
              "rise of temperature",
              "host-2"),
          new Fault(
              "a bus with too few lanes",
              "overrides: [{select: host-2, hosts: {pcie: {lanes: 8}}}]",
              "",
              Step.PCIE,
              "PCIe width",
              "host-2"),
          new Fault(
              "an error of the bus that nobody corrects",
              "",
              "{host: host-3, fault: nonfatal, at: 3h}",
              Step.PCIE,
              "aer_dev_nonfatal",
              "host-3"),
          new Fault(
              "errors of the bus from an hour on",
              "",
              "{host: host-0, fault: aer, at: 2h, value: 120}",
              Step.PCIE,
              "aer_dev_correctable",
              "host-0"),
          new Fault(
              "counters that start anew",
              "",
              "{host: host-2, fault: reset, at: 4h}",
              Step.SIGNOFF,
              "continuity",
              "host-2"),
          new Fault(
              "other firmware",
              "",
              "{host: host-1, fault: firmware, value: 28.39.1002}",
              Step.CHECKS,
              "firmware",
              "host-1"));

  @TempDir private Path folder;

  @Test
  void shouldCatchFaults() throws IOException {
    catchAll(FAULTS.subList(0, 5));
  }

  @Test
  @Tag("whole")
  void shouldCatchAllFaults() throws IOException {
    assertThat(FAULTS).hasSize(20);
    catchAll(FAULTS);
  }

  @Test
  void shouldPassHealthySeeds() throws IOException {
    passAll(5);
  }

  @Test
  @Tag("whole")
  void shouldPassAHundredHealthySeeds() throws IOException {
    passAll(100);
  }

  @Test
  void shouldSayWhatCannotBeRead() throws IOException {
    String faults =
        Stream.of("aer_dev_correctable", "aer_dev_nonfatal", "aer_dev_fatal")
            .map(name -> "{host: host-1, fault: unreadable, value: " + name + "}")
            .collect(Collectors.joining(", "));

    RunVerdict verdict = SmallPlan.rehearse(SmallPlan.of(1, "", faults), folder);

    assertThat(verdict.of(Step.PCIE).at(Level.ARTICLE, "host-1")).isEqualTo(Verdict.NOT_MEASURABLE);
    assertThat(verdict.of(Step.PCIE).at(Level.ARTICLE, "host-0")).isEqualTo(Verdict.PASS);
    assertThat(verdict.isClean()).isFalse();
  }

  private void catchAll(List<Fault> faults) throws IOException {
    for (Fault fault : faults) {
      RunVerdict verdict =
          SmallPlan.rehearse(
              SmallPlan.of(7, fault.scenario(), fault.hosts()), folder.resolve(fault.name()));

      StepVerdict step = verdict.of(fault.step());
      assertThat(verdict.isClean()).as(fault.name()).isFalse();
      assertThat(step.findings())
          .as(fault.name())
          .anySatisfy((Finding finding) -> {
            assertThat(finding.verdict()).isEqualTo(Verdict.FAIL);
            assertThat(finding.what()).isEqualTo(fault.what());
            assertThat(finding.target()).startsWith(fault.target());
          });
    }
  }

  private void passAll(int seeds) throws IOException {
    for (int seed = 1; seed <= seeds; seed++) {
      RunVerdict verdict =
          SmallPlan.rehearse(SmallPlan.healthy(seed), folder.resolve("seed " + seed));

      assertThat(verdict.steps())
          .as("seed " + seed)
          .allSatisfy(step -> assertThat(step.findings()).as(step.step().word()).isEmpty());
      assertThat(verdict.isClean()).isTrue();
    }
  }
}
