package dev.headroom.audit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.audit.fix.FixStep;
import dev.headroom.audit.rules.RuleCatalogue;
import dev.headroom.formats.catalogue.FormatCatalogue;
import dev.headroom.formats.fact.FactSource;
import dev.headroom.formats.host.HostFacts;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Statuses of GPUs, CPUs, ports and limits that tools print, sick and well. */
final class MachineStatusTest {
  private static List<String> rules(String text) {
    return Pasted.findings(text).stream().map(Finding::rule).distinct().toList();
  }

  /** The same status by each of the driver's outputs. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "gpu.throttled|clocks_throttle_reasons.hw_thermal_slowdown|Active|Not Active",
        "gpu.throttled|clocks_event_reasons.hw_power_brake_slowdown|Active|Not Active",
        "gpu.remap-pending|remapped_rows.pending|Yes|No",
        "gpu.remap-pending|retired_pages.pending|Yes|[N/A]",
        "gpu.remap-failed|remapped_rows.failure|1|0",
        "gpu.memory-errors|ecc.errors.uncorrected.volatile.total|3|0",
        "gpu.hot|temperature.gpu.tlimit|-2|31",
      })
  void shouldReadQueriesOfGpus(String rule, String field, String sick, String well) {
    String query = "index, pci.bus_id, %s\n0, 00000000:18:00.0, %s\n";
    assertThat(rules(query.formatted(field, sick))).contains(rule);
    assertThat(rules(query.formatted(field, well))).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "gpu.throttled|clocks_event_reasons><clocks_event_reason_sw_thermal_slowdown|Active|Not Active",
        "gpu.remap-pending|remapped_rows><remapped_row_pending|Yes|No",
        "gpu.remap-failed|remapped_rows><remapped_row_failure|Yes|No",
        "gpu.reset-required|gpu_reset_status><reset_required|Yes|Requested functionality has been deprecated",
        "gpu.hot|temperature><gpu_temp_tlimit|-5 C|24 C",
        "gpu.memory-errors|ecc_errors><volatile><dram_uncorrectable|2|0",
      })
  void shouldReadXmlOfGpus(String rule, String path, String sick, String well) {
    List<String> tags = List.of(path.split("><"));
    String open = String.join("><", tags);
    String close = String.join("></", tags.reversed());
    String xml =
        "<nvidia_smi_log><gpu id=\"00000000:18:00.0\"><%s>%s</%s></gpu></nvidia_smi_log>\n";
    assertThat(rules(xml.formatted(open, sick, close))).contains(rule);
    assertThat(rules(xml.formatted(open, well, close))).isEmpty();
  }

  /** The newer driver has one word for all that may be needed. */
  @ParameterizedTest
  @CsvSource({
    "GPU Recovery Action, Reset, true",
    "GPU Recovery Action, Node Reboot, true",
    "GPU Recovery Action, None, false",
    "Persistence Mode, Enabled, false",
  })
  void shouldReadTheRecoveryAction(String label, String value, boolean found) {
    String text = "GPU 00000000:18:00.0\n    %s                   : %s\n".formatted(label, value);
    assertThat(rules("=====NVSMI LOG=====\n\n" + text).contains("gpu.reset-required"))
        .isEqualTo(found);
  }

  @ParameterizedTest
  @CsvSource({
    "TOTAL_UNCORRECTABLE_COUNT, 3, gpu.memory-errors",
    "TOTAL_UNCORRECTABLE_COUNT, 0,",
    "TOTAL_CORRECTABLE_COUNT, 3,",
  })
  void shouldReadRasCountersOfAmd(String counter, int count, String rule) {
    String text = "GPU: 0\n    ECC:\n        %s: %d\n".formatted(counter, count);
    assertThat(rules(text)).isEqualTo(rule == null ? List.of() : List.of(rule));
  }

  /** A GPU that rests has a low clock, and nothing is wrong. */
  @ParameterizedTest
  @CsvSource({"345, Not Active, true", "345, Active, false", "1400, Not Active, false"})
  void shouldJudgeClocksOfGpusThatWork(int clock, String idle, boolean found) {
    String text =
        """
        =====NVSMI LOG=====

        GPU 00000000:18:00.0
            Clocks Event Reasons
                Idle                          : %s
            Clocks
                SM                            : %d MHz
            Max Clocks
                SM                            : 1980 MHz
        """
            .formatted(idle, clock);
    assertThat(rules(text).contains("gpu.clocks-low")).isEqualTo(found);
  }

  /** Under drivers that scale by themselves, powersave is no lowest clock. */
  @ParameterizedTest
  @CsvSource({
    "powersave, acpi-cpufreq, WARNING",
    "powersave, intel_pstate, INFO",
    "powersave, amd-pstate-epp, INFO",
    "schedutil, acpi-cpufreq, INFO",
    "performance, intel_pstate,",
  })
  void shouldWeighTheGovernorByItsDriver(String governor, String driver, Severity severity) {
    String cpu = "/sys/devices/system/cpu/cpu3/cpufreq/";
    String policy = "/sys/devices/system/cpu/cpufreq/policy3/";
    for (String folder : List.of(cpu, policy)) {
      String text =
          folder
              + "scaling_governor:"
              + governor
              + "\n"
              + folder
              + "scaling_driver:"
              + driver
              + "\n";
      assertThat(Pasted.findings("cpu.governor", text))
          .extracting(Finding::severity)
          .isEqualTo(severity == null ? List.of() : List.of(severity));
    }
  }

  @ParameterizedTest
  @CsvSource({"hpet, true", "acpi_pm, true", "tsc, false", "kvm-clock, false"})
  void shouldJudgeTheClockSource(String source, boolean slow) {
    String text =
        "/sys/devices/system/clocksource/clocksource0/current_clocksource:" + source + "\n";
    assertThat(Pasted.findings("cpu.clock-source", text)).hasSize(slow ? 1 : 0);
  }

  /** One lane is a fault on InfiniBand, and how 25 Gb/s look on Ethernet. */
  @ParameterizedTest
  @CsvSource({
    "50 Gb/sec (1X HDR), InfiniBand, true",
    "100 Gb/sec (2X HDR), InfiniBand, false",
    "400 Gb/sec (4X NDR), InfiniBand, false",
    "25 Gb/sec (1X EDR), Ethernet, false",
  })
  void shouldCountLanes(String rate, String layer, boolean found) {
    String text = KernelChanges.ibstatus(rate).replace("InfiniBand\n", layer + "\n");
    assertThat(Pasted.findings("link.one-lane", text)).hasSize(found ? 1 : 0);
  }

  @Test
  void shouldTellWhichDeviceIbstatCannotRead() {
    String panic =
        "ibpanic: [1323906] main: stat of IB device '%s' failed: No such file or directory\n";
    assertThat(Pasted.findings("rdma.device-gone", panic.formatted("mlx5_8")))
        .extracting(finding -> finding.place().part() + ": " + finding.message())
        .containsExactly("mlx5_8: ibstat cannot read the device, so it is gone");
    assertThat(Pasted.findings("rdma.device-gone", panic.formatted("mthca0")))
        .extracting(Finding::message)
        .containsExactly("ibstat finds no RDMA device");
  }

  /** The kernel prints no limit as the largest number of pages, in bytes. */
  @ParameterizedTest
  @CsvSource({
    "18446744073708503040, true",
    "18446744073709551615, true",
    "67108864, false",
  })
  void shouldReadLimitsWithoutASign(String bytes, boolean enough) {
    String text =
        "Limit                     Soft Limit           Hard Limit           Units\n"
            + "Max locked memory         %s             %s             bytes\n"
                .formatted(bytes, bytes);
    assertThat(Pasted.findings("memory.memlock", text)).hasSize(enough ? 0 : 1);
  }

  private static HostFacts host(String... namesAndTexts) {
    return HostFacts.of(
        "n1",
        Stream.iterate(0, i -> i < namesAndTexts.length, i -> i + 2)
            .map(i ->
                FormatCatalogue.reader()
                    .read(FactSource.of(namesAndTexts[i]), namesAndTexts[i + 1]))
            .toList());
  }

  private static RuleOutcome outcome(String rule, HostFacts host) {
    return Audit.of(List.of(host), List.of(RuleCatalogue.named(rule).orElseThrow())).getFirst();
  }

  /** Plain {@code ulimit} says how large files may be, which is unlimited nearly always. */
  @ParameterizedTest
  @CsvSource({
    "ulimit.txt, 64, 1, 0",
    "ulimit_-l.txt, 64, 1, 0",
    "ulimit-l.txt, unlimited, 0, 1",
    "ulimit.txt, unlimited, 0, 0",
    "count.txt, 64, 0, 0",
  })
  void shouldKnowALimitByItsFile(String file, String text, int findings, int passed) {
    RuleOutcome outcome = outcome("memory.memlock", host(file, text + "\n"));
    assertThat(outcome.findings()).hasSize(findings);
    assertThat(outcome.passed()).isEqualTo(passed);
  }

  @Test
  void shouldNameTheServiceFirstThatStartsJobs() {
    String limits = "* soft memlock unlimited\n* hard memlock unlimited\n";
    String shell = "max locked memory       (kbytes, -l) 64\n";
    for (HostFacts host :
        List.of(host("limits.conf", limits, "job.out", shell), host("slurm-17.out", shell))) {
      assertThat(outcome("memory.memlock", host).findings())
          .singleElement()
          .extracting(finding -> finding.remedy().fix().steps().getFirst().command())
          .asString()
          .contains("LimitMEMLOCK=infinity", "slurmd");
    }
    assertThat(
            outcome("memory.limits-conf", host("limits.conf", "* - memlock unlimited\n")).passed())
        .isEqualTo(1);
  }

  private static final String INTERFACES =
      """
      4: ens1f0np0: <BROADCAST,MULTICAST,UP,LOWER_UP> mtu 9000 qdisc mq state UP group default qlen 1000
          inet 10.9.0.1/24 brd 10.9.0.255 scope global ens1f0np0
      5: ens2f0np0: <BROADCAST,MULTICAST,UP,LOWER_UP> mtu 9000 qdisc mq state UP group default qlen 1000
          inet 10.9.0.2/24 brd 10.9.0.255 scope global ens2f0np0
      """;
  private static final String PORTS =
      """
      link mlx5_0/1 state ACTIVE physical_state LINK_UP netdev ens1f0np0
      link mlx5_1/1 state ACTIVE physical_state LINK_UP netdev ens2f0np0
      """;

  /** Of all and of the interface the higher value counts. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      nullValues = "-",
      value = {
        "all.arp_ignore=0 all.arp_announce=0 all.rp_filter=0|arp_ignore arp_announce",
        "all.arp_ignore=0 all.arp_announce=0 ens2f0np0.rp_filter=1|arp_ignore arp_announce rp_filter",
        "all.arp_ignore=1 all.arp_announce=2 all.rp_filter=1|rp_filter",
        "all.arp_ignore=1 all.arp_announce=2 all.rp_filter=2 ens1f0np0.rp_filter=1|-",
        "all.arp_ignore=1 all.arp_announce=2 all.rp_filter=0|-",
        "ens1f0np0.arp_ignore=1 ens2f0np0.arp_ignore=1|-",
        "ens1f0np0.arp_ignore=1|arp_ignore arp_announce",
        "all.arp_ignore=1 all.arp_announce=0|arp_ignore arp_announce",
      })
  void shouldSetWhatRpFilterWouldUndo(String settings, String fixed) {
    StringBuilder sysctl = new StringBuilder();
    for (String each : settings.split(" ")) {
      sysctl.append("net.ipv4.conf.").append(each.replace("=", " = ")).append('\n');
    }
    HostFacts host = host("ip.txt", INTERFACES, "rdma.txt", PORTS, "sysctl.txt", sysctl.toString());
    List<String> commands =
        outcome("tcp.same-subnet", host).findings().stream()
            .flatMap(finding -> finding.remedy().fix().steps().stream())
            .map(FixStep::command)
            .map(command -> command.replaceAll(".*all\\.(\\w+).*", "$1"))
            .toList();
    assertThat(String.join(" ", commands)).isEqualTo(fixed == null ? "" : fixed);
  }

  /** Old drivers have another word for the link between sockets. */
  @Test
  void shouldKnowTheOldNameOfSys() {
    String matrix = "\tGPU0\tmlx4_0\tCPU Affinity\nGPU0\t X \t%s\t0-5\nmlx4_0\t%s\t X \n";
    for (String far : List.of("SOC", "SYS")) {
      assertThat(Pasted.findings("gpudirect.distance", matrix.formatted(far, far)))
          .extracting(Finding::message)
          .containsExactly("its nearest NIC is SYS away");
    }
    assertThat(Pasted.findings("gpudirect.distance", matrix.formatted("PIX", "PIX"))).isEmpty();
  }

  @Test
  void shouldReadInterfacesOfPortsInColumns() {
    String table =
        """
        mlx5_0  port  1  ==>  ibp26s0       (Down)
        mlx5_1  port  1  ==>  enp27s0f0np0  (Up)
        """;
    assertThat(Pasted.host(table).rdmaPorts())
        .extracting(port -> port.netdev().orElse(""))
        .containsExactly("ibp26s0", "enp27s0f0np0");
  }

  /** A port that can do twelve lanes has a cable of four. */
  @ParameterizedTest
  @CsvSource({
    "4X, Could be 12X Could be 10.0 Gbps, fabric.link-speed",
    "1X, Could be 4X, fabric.link-width",
    "4X, '', ",
  })
  void shouldJudgeLinksByTheLanesOfCables(String width, String note, String rule) {
    String line =
        "0x0000000000200002 \"     own-leaf-1\"      4    1[  ] ==( %s 25.78125 Gbps Active/  LinkUp)==>  0x0000000000100002      5    1[  ] \"node1 mlx5_0\" (%s)\n"
            .formatted(width, note);
    List<Finding> findings = Pasted.findings(line);
    assertThat(findings)
        .extracting(finding -> finding.rule() + " " + finding.place().part())
        .isEqualTo(rule == null ? List.of() : List.of(rule + " own-leaf-1/1"));
  }
}
