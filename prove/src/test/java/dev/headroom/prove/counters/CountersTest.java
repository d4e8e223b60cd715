package dev.headroom.prove.counters;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.prove.sample.MetricTable;
import dev.headroom.prove.sample.MetricType;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CountersTest {
  @TempDir private Path root;

  private void file(String path, String text) throws IOException {
    Path file = root.resolve(path);
    Files.createDirectories(file.resolve("..").normalize());
    Files.writeString(file, text);
  }

  private void host() throws IOException {
    String rdma = "sys/class/infiniband/mlx5_0/";
    file("proc/sys/kernel/random/boot_id", "11-22\n");
    file(rdma + "fw_ver", "28.43.1014\n");
    file(rdma + "ports/1/counters/symbol_error", "3\n");
    file(rdma + "ports/1/counters/port_xmit_data", "18446744073709551615\n");
    file(rdma + "ports/1/counters/VL15_dropped", "N/A (no PMA)\n");
    file(rdma + "ports/1/hw_counters/packet_seq_err", "7\n");
    file(rdma + "ports/1/rate", "400 Gb/sec (4X NDR)\n");
    file(rdma + "device/uevent", "DRIVER=mlx5_core\nPCI_SLOT_NAME=0000:5d:00.0\n");
    file(rdma + "device/aer_dev_correctable", "RxErr 0\nBadTLP 4\nTOTAL_ERR_COR 4\n");
    file(rdma + "device/current_link_speed", "16.0 GT/s PCIe\n");
    file(rdma + "device/max_link_speed", "32.0 GT/s PCIe\n");
    file(rdma + "device/current_link_width", "16\n");
    file(rdma + "device/net/eth7/operstate", "up\n");
    file("sys/class/net/eth7/carrier_changes", "2\n");
    file(
        "ethtool/S/eth7",
        """
        NIC statistics:
             rx_prio3_pause_duration: 12
             tx_bytes_phy: 99
        """);
    file(
        "ethtool/m/eth7",
        """
        \tIdentifier                                : 0x1e (QSFP-DD)
        \tModule temperature                        : 55.50 degrees C / 131.90 degrees F
        \tModule temperature high warning threshold : 70.00 degrees C / 158.00 degrees F
        """);
  }

  @Test
  void shouldReadAPort() throws IOException {
    host();

    CounterReading reading = HostCounters.read(new LocalTree(root), "", "");

    assertThat(reading.boot()).isEqualTo("11-22");
    assertThat(reading.identity()).isEqualTo("0000:5d:00.0");
    assertThat(reading.values())
        .containsAllEntriesOf(
            Map.of(
                "symbol_error", 3L,
                "packet_seq_err", 7L,
                "link_rate_mbps", 400_000L,
                "aer_dev_correctable", 4L,
                "current_link_speed", 16_000L,
                "max_link_speed", 32_000L,
                "rx_prio3_pause_duration", 12L,
                "tx_bytes_phy", 99L,
                "module_temperature_millicelsius", 55_500L,
                "module_temperature_high_warning_millicelsius", 70_000L));
    assertThat(reading.texts()).containsEntry("firmware", "28.43.1014");
  }

  @Test
  void shouldMissOneValueForOneFileThatCannotBeRead() throws IOException {
    host();

    CounterReading reading = HostCounters.read(new LocalTree(root), "mlx5_0", "");

    assertThat(reading.missing())
        .containsEntry("VL15_dropped", "it says 'N/A (no PMA)'")
        .containsEntry("port_xmit_data", "it says '18446744073709551615'")
        .hasSize(2);
  }

  @Test
  void shouldSayThatThereIsNoDevice() {
    CounterReading reading = HostCounters.read(new LocalTree(root), "mlx5_4", "");

    assertThat(reading.missing()).containsEntry("device", "there is no RDMA device mlx5_4");
    assertThat(reading.values()).isEmpty();
  }

  @Test
  void shouldReadNoFileThatTheTableLacks() throws IOException {
    host();
    List<String> asked = new ArrayList<>();
    FileTree tree = recorded(new LocalTree(root), asked);

    HostCounters.read(tree, "", "");
    Files.delete(root.resolve("sys/class/infiniband/mlx5_0/device/uevent"));
    HostCounters.read(tree, "", "");

    assertThat(asked)
        .contains("/sys/class/infiniband/mlx5_0/node_guid", "/sys/class/net/eth7/address")
        .filteredOn(file -> !file.startsWith("/ethtool/"))
        .allMatch(file ->
            HostFile.ofBurnIn().stream()
                .anyMatch(path -> file.matches("/" + path.replace("*", "[^/]*"))));
  }

  private static FileTree recorded(FileTree tree, List<String> asked) {
    return new FileTree() {
      @Override
      public List<String> list(String folder) {
        return tree.list(folder);
      }

      @Override
      public String text(String file) throws IOException {
        asked.add(file);
        return tree.text(file);
      }
    };
  }

  @Test
  void shouldKnowTheGaugesThatSamplesKnow() {
    assertThat(MetricTable.all())
        .filteredOn(metric -> metric.source().equals("ethtool"))
        .filteredOn(metric -> metric.type() == MetricType.GAUGE)
        .isNotEmpty()
        .allMatch(metric -> CounterNames.isGauge(metric.read()));
  }

  @Test
  void shouldReadWhatAHostSends() {
    SentTree tree =
        SentTree.of(
            """
            Welcome to node7
            F\t/proc/sys/kernel/random/boot_id\t11-22
            F\t/sys/class/infiniband/mlx5_0/ports/1/hw_counters/packet_seq_err\t7
            E\t/sys/class/infiniband/mlx5_0/ports/1/hw_counters/out_of_sequence\tcannot be read
            F\t/sys/class/infiniband/mlx5_0/device/net/eth7/operstate\tup
            F\t/ethtool/S/eth7\tNIC statistics:
            F\t/ethtool/S/eth7\t     tx_bytes_phy: 99
            """);

    CounterReading reading = HostCounters.read(tree, "", "");

    assertThat(reading.values())
        .containsEntry("packet_seq_err", 7L)
        .containsEntry("tx_bytes_phy", 99L);
    assertThat(reading.missing()).containsEntry("out_of_sequence", "cannot be read");
  }

  @Test
  void shouldRunItsScriptHere() throws IOException, InterruptedException {
    Process shell = new ProcessBuilder("sh", "-s").start();
    shell.getOutputStream().write(SentTree.script().getBytes(StandardCharsets.UTF_8));
    shell.getOutputStream().close();
    String sent = new String(shell.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

    assertThat(shell.waitFor()).isZero();
    assertThat(HostCounters.read(SentTree.of(sent), "", "").boot())
        .isEqualTo(HostCounters.read(LocalTree.machine(), "", "").boot())
        .isNotEmpty();
  }

  private static CounterReading reading(String boot, String identity, Map<String, Long> values) {
    return new CounterReading(
        boot, identity, new TreeMap<>(values), new TreeMap<>(), new TreeMap<>());
  }

  @Test
  void shouldTakeTheFirstReadingAsABaseline() {
    Baselines baselines = new Baselines();

    Change first = baselines.advance("a", reading("b1", "d1", Map.of("symbol_error", 500L)));
    Change second = baselines.advance("a", reading("b1", "d1", Map.of("symbol_error", 503L)));

    assertThat(first.isFirst()).isTrue();
    assertThat(first.growth()).isEmpty();
    assertThat(second.of("symbol_error")).isEqualTo(3);
  }

  @Test
  void shouldSeeResetsRebootsTurnsAndOtherDevices() {
    Baselines baselines = new Baselines();
    baselines.advance(
        "a", reading("b1", "d1", Map.of("symbol_error", 500L, "carrier_changes", (1L << 32) - 1)));

    Change turned =
        baselines.advance(
            "a", reading("b1", "d1", Map.of("symbol_error", 2L, "carrier_changes", 1L)));
    assertThat(turned.restarted()).containsExactly("symbol_error");
    assertThat(turned.of("symbol_error")).isEqualTo(2);
    assertThat(turned.of("carrier_changes")).isEqualTo(2);

    Change rebooted = baselines.advance("a", reading("b2", "d1", Map.of("symbol_error", 1L)));
    assertThat(rebooted.isReboot()).isTrue();
    assertThat(rebooted.of("symbol_error")).isEqualTo(1);

    Change replaced = baselines.advance("a", reading("b2", "d2", Map.of("symbol_error", 9L)));
    assertThat(replaced.isReplaced()).isTrue();
    assertThat(replaced.growth()).isEmpty();
  }

  @Test
  void shouldPutDifferencesTogetherAgain() {
    CounterReading first = reading("b1", "d1", Map.of("symbol_error", 5L, "link_downed", 1L));
    CounterReading second =
        new CounterReading(
            "b1",
            "d1",
            new TreeMap<>(Map.of("symbol_error", 6L)),
            new TreeMap<>(Map.of("firmware", "2")),
            new TreeMap<>(Map.of("link_downed", "invalid argument")));

    CounterReading difference = second.since(first);

    assertThat(difference.values()).isEqualTo(Map.of("symbol_error", 6L));
    assertThat(first.with(difference)).isEqualTo(second);
    assertThat(second.with(second.since(second))).isEqualTo(second);
  }
}
