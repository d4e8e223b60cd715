package dev.headroom.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.app.MadeFleet.Drift;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.TreeSet;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Hosts of a fleet that differ from the others are found, and no others; one line a group. */
final class FleetDriftTest {
  private static final Path HEALTHY =
      Path.of("../audit/src/test/resources/dev/headroom/audit/healthy");
  private static final Path FIXTURES = Path.of("../../shared/fixtures");

  @TempDir private Path folder;

  private static String run(String... args) {
    StringWriter out = new StringWriter();
    Headroom.run(new PrintWriter(out), new PrintWriter(new StringWriter()), args);
    return out.toString();
  }

  @Test
  void shouldNameSevenOfForty() throws IOException {
    MadeFleet fleet = new MadeFleet();
    for (String file : List.of("lspci.txt", "show_gids.txt", "ibv_devinfo.txt", "sysctl.txt")) {
      fleet.with("commands/" + file, Files.readString(HEALTHY.resolve(file)));
    }
    fleet.with("proc/cmdline", Files.readString(HEALTHY.resolve("proc_cmdline.txt")));
    String sysctl = "commands/sysctl.txt";
    String lspci = "commands/lspci.txt";
    fleet.write(
        folder,
        40,
        List.of(
            new Drift("gpu-0003", sysctl, "kernel.numa_balancing = 0", "kernel.numa_balancing = 1"),
            new Drift("gpu-0011", sysctl, "kernel.numa_balancing = 0", "kernel.numa_balancing = 1"),
            new Drift("gpu-0012", sysctl, "kernel.numa_balancing = 0", "kernel.numa_balancing = 1"),
            new Drift("gpu-0017", lspci, "MaxReadReq 4096 bytes", "MaxReadReq 512 bytes"),
            new Drift("gpu-0021", lspci, "MaxReadReq 4096 bytes", "MaxReadReq 512 bytes"),
            new Drift("gpu-0030", "proc/cmdline", "iommu=pt", "iommu=nopt"),
            new Drift("gpu-0039", "proc/cmdline", "iommu=pt", "iommu=nopt")));

    JsonNode report =
        JsonMapper.builder()
            .build()
            .readTree(run("audit", folder.toString(), "--json", "--only", "fleet"));
    TreeSet<String> named = new TreeSet<>();
    report.get("findings").forEach(each -> named.add(each.get("host").asString()));
    assertThat(named)
        .containsExactly(
            "gpu-0003", "gpu-0011", "gpu-0012", "gpu-0017", "gpu-0021", "gpu-0030", "gpu-0039");
    assertThat(report.get("hosts").size()).isEqualTo(40);

    List<String> lines =
        run("audit", folder.toString(), "--only", "fleet")
            .lines()
            .filter(line -> line.contains("WARNING") || line.contains("ERROR"))
            .toList();
    assertThat(lines).as("one line for each group").hasSize(3);
    assertThat(lines)
        .anyMatch(line -> line.contains("fleet.sysctl") && line.contains("3 hosts"))
        .anyMatch(line -> line.contains("fleet.command-line") && line.contains("2 hosts"))
        .anyMatch(line -> line.contains("fleet.read-request") && line.contains("2 hosts"));
  }

  /**
   * A thousand hosts with what a real H100 server printed, in a folder that stays: {@code
   * -Dheadroom.fleet=/tmp/fleet}. docs/validation.md says what reading it back took.
   */
  @Test
  void shouldWriteAThousandForMeasuring() throws IOException {
    String wanted = System.getProperty("headroom.fleet", "");
    Assumptions.assumeTrue(!wanted.isEmpty() && Files.isDirectory(FIXTURES));
    Path target = Files.createDirectories(Path.of(wanted));
    String lspci = "commands/lspci_-vvv";
    String tree = "sys/class/infiniband";
    new MadeFleet()
        .with(
            lspci,
            Files.readString(FIXTURES.resolve("lspci/gpud_h100_cx7_cx6dx_full_lspci-vvv.txt")))
        .with(tree, FIXTURES.resolve("sysfs/gpud_h100_sys_class_infiniband"))
        .with("proc/cmdline", "BOOT_IMAGE=/vmlinuz ro quiet iommu=pt\n")
        .write(
            target,
            1000,
            List.of(
                new Drift("gpu-0007", tree + "/mlx5_0/fw_ver", "28.", "29."),
                new Drift("gpu-0100", tree + "/mlx5_0/fw_ver", "28.", "29."),
                new Drift("gpu-0333", lspci, "MaxReadReq 4096 bytes", "MaxReadReq 512 bytes"),
                new Drift("gpu-0500", "proc/cmdline", "iommu=pt", "iommu=nopt"),
                new Drift("gpu-0501", "proc/cmdline", "iommu=pt", "iommu=nopt"),
                new Drift("gpu-0777", "proc/cmdline", "iommu=pt", "iommu=nopt"),
                new Drift("gpu-0999", tree + "/mlx5_5/ports/1/rate", "400", "200")));
  }
}
