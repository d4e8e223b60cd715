package dev.headroom.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.audit.Audit;
import dev.headroom.audit.rules.RuleCatalogue;
import dev.headroom.collect.allow.AllowList;
import dev.headroom.collect.input.SourceOpener;
import dev.headroom.collect.machine.CollectedData;
import dev.headroom.collect.machine.CollectionPlan;
import dev.headroom.collect.machine.MachineView;
import dev.headroom.formats.catalogue.FormatCatalogue;
import dev.headroom.formats.host.HostFacts;
import dev.headroom.formats.host.HostsReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Names and addresses may be taken out of a bundle: what is wrong with the host stays. */
final class AnonymizedAuditTest {
  private static final Path HEALTHY =
      Path.of("../audit/src/test/resources/dev/headroom/audit/healthy");

  @TempDir private Path empty;

  @Test
  void shouldFindTheSameWithoutNames() throws IOException {
    CollectedData sick = sick();
    List<String> found = findings(sick);
    assertThat(found)
        .anyMatch(each -> each.contains("pcie.acs-redirect"))
        .anyMatch(each -> each.contains("gid."))
        .hasSizeGreaterThan(4);
    assertThat(findings(sick.anonymized())).containsExactlyElementsOf(found);
  }

  /** A switch that is called in many places, and a serial number where nothing marks it. */
  @Test
  void shouldFindTheSameWhereOneNameStandsInManyFiles() throws IOException {
    CollectedData sick = sick();
    put(
        sick,
        "commands/lldpctl",
        """
        Interface:    eth0, via: LLDP, RID: 1, Time: 0 day, 01:00:00
          Chassis:
            ChassisID:    mac 1c:34:da:00:00:01
            SysName:      tor-paris-12.corp.acme.com
            SysDescr:     SONiC.20230531 built by jenkins@acme-build
          Port:
            PortID:       ifname Ethernet0
            PortDescr:    gpu-7 eth0 rackA12
        """);
    put(
        sick,
        "commands/dmesg",
        """
        [    0.000000] Linux version 6.8.0 (buildd@gpu-vm.corp.acme.com) (gcc 13) #1
        [    7.000000] NVRM: Xid (PCI:0000:04:00): 79, pid=1234, name=python, GPU has fallen off the bus at tor-paris-12
        """);
    List<String> found = findings(sick);
    CollectedData nameless = sick.anonymized();

    assertThat(found).anyMatch(each -> each.startsWith("gpu.xid"));
    assertThat(findings(nameless)).containsExactlyElementsOf(found);
    assertThat(nameless.files().values())
        .allSatisfy(bytes ->
            assertThat(new String(bytes, StandardCharsets.UTF_8))
                .doesNotContain("tor-paris", "acme", "gpu-7", "rackA12"));
  }

  private static void put(CollectedData collected, String path, String text) {
    collected.files().put(path, text.getBytes(StandardCharsets.UTF_8));
  }

  /**
   * The healthy sample with a bridge that redirects, small packets, pause, memory and a bad GID.
   */
  private CollectedData sick() throws IOException {
    TreeMap<String, byte[]> files = new TreeMap<>();
    try (Stream<Path> all = Files.walk(HEALTHY)) {
      for (Path file : all.filter(Files::isRegularFile).toList()) {
        String name = HEALTHY.relativize(file).toString();
        String text =
            Files.readString(file)
                .replaceFirst("ReqRedir- CmpltRedir- Upst", "ReqRedir+ CmpltRedir- Upst")
                .replace("active_mtu:\t\t4096 (5)", "active_mtu:\t\t1024 (3)")
                .replace("RX:\t\toff", "RX:\t\ton")
                .replace("kernel.numa_balancing = 0", "kernel.numa_balancing = 1")
                .replaceAll("NCCL_IB_GID_INDEX=\\d+", "NCCL_IB_GID_INDEX=0")
                .replace("-l) unlimited", "-l) 64");
        files.put(
            name.startsWith("sys/") ? name : "commands/" + name,
            text.getBytes(StandardCharsets.UTF_8));
      }
    }
    CollectionPlan nothing =
        CollectionPlan.of(AllowList.host(), MachineView.mounted(empty), Set.of());
    return new CollectedData("gpu-7", files, nothing, List.of(), List.of());
  }

  /** Rule, severity and how often: names in the sentences differ. */
  private static List<String> findings(CollectedData collected) throws IOException {
    List<HostFacts> hosts = new ArrayList<>();
    new HostsReader(FormatCatalogue.reader()).read(SourceOpener.of(collected), hosts::add);
    return Audit.of(hosts, RuleCatalogue.all()).stream()
        .flatMap(each -> each.findings().stream())
        .map(each -> each.rule() + " " + each.severity())
        .sorted()
        .toList();
  }
}
