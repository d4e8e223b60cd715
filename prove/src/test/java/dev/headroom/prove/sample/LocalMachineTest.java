package dev.headroom.prove.sample;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class LocalMachineTest {
  private static final InstantSource CLOCK = InstantSource.fixed(Instant.EPOCH);

  @TempDir private Path root = Path.of("");
  private FakeMachine machine;
  private LocalMachine source;
  private final SampleReader reader = new SampleReader("gpu-1");

  @BeforeEach
  void build() throws IOException {
    machine = new FakeMachine(root, "gpu-1", 2);
    source = new LocalMachine(machine.view(), CLOCK, 1);
  }

  private Map<String, Double> sample() throws Exception {
    HostSample sample = reader.read(source.read());
    Map<String, Double> values = new TreeMap<>();
    for (int i = 0; i < sample.size(); i++) {
      values.put(sample.layout().series().get(i).toString(), sample.values()[i]);
    }
    return values;
  }

  @Test
  void shouldCallSeriesAsNodeExporterDoes() throws Exception {
    machine.counter(1, "port_xmit_data", 1000);
    machine.counter(1, "packet_seq_err", 7);
    machine.ethtool(0, "rx_prio3_pause_duration", 42);
    machine.write("sys/bus/pci/devices/0000:10:00.0/aer_dev_correctable", FakeMachine.aer(5));
    assertThat(sample())
        .containsEntry(
            "node_infiniband_port_data_transmitted_bytes_total{device=\"mlx5_1\",port=\"1\"}",
            4000.0)
        .containsEntry(
            "node_infiniband_packet_sequence_errors_total{device=\"mlx5_1\",port=\"1\"}", 7.0)
        .containsEntry("node_infiniband_state_id{device=\"mlx5_0\",port=\"1\"}", 4.0)
        .containsEntry("node_infiniband_rate_bytes_per_second{device=\"mlx5_0\",port=\"1\"}", 5e10)
        .containsEntry("node_ethtool_received_prio3_pause_duration{device=\"eth0\"}", 42.0)
        .containsEntry(
            "headroom_pcie_aer_total{device=\"0000:10:00.0\",severity=\"correctable\"}", 5.0)
        .containsEntry("node_network_up{device=\"eth1\"}", 1.0)
        .containsEntry("node_load1", 0.5);
  }

  @Test
  void shouldReadWhatToolsPrint() throws Exception {
    machine.write(
        "commands/ethtool_-m_eth0",
        """
        	Identifier                                : 0x1e (QSFP-DD)
        	Module temperature                        : 71.50 degrees C / 160.70 degrees F
        	Module temperature high warning threshold : 70.00 degrees C / 158.00 degrees F\
        """);
    machine.write(
        "commands/devlink_health_show",
        """
        pci/0000:10:00.0:
          reporter fw
            state healthy error 0 recover 0 auto_dump true
          reporter fw_fatal
            state error error 2 recover 1 grace_period 1200000 auto_recover true auto_dump true\
        """);
    machine.write(
        "commands/nvidia-smi_--query-gpu_index_pci.bus_id_temperature.gpu_temperature.memory_utilization.gpu_power.draw_--format_csv",
        """
        index, pci.bus_id, temperature.gpu, temperature.memory, utilization.gpu [%], power.draw [W]
        0, 00000000:1B:00.0, 61, 70, 98 %, 512.30 W\
        """);
    assertThat(sample())
        .containsEntry("headroom_transceiver_temperature_celsius{device=\"eth0\"}", 71.5)
        .containsEntry(
            "headroom_transceiver_temperature_high_warning_celsius{device=\"eth0\"}", 70.0)
        .containsEntry(
            "headroom_devlink_reporter_healthy{device=\"0000:10:00.0\",reporter=\"fw\"}", 1.0)
        .containsEntry(
            "headroom_devlink_reporter_healthy{device=\"0000:10:00.0\",reporter=\"fw_fatal\"}", 0.0)
        .containsEntry(
            "headroom_devlink_reporter_errors_total{device=\"0000:10:00.0\",reporter=\"fw_fatal\"}",
            2.0)
        .containsEntry("DCGM_FI_DEV_GPU_TEMP{gpu=\"0\"}", 61.0)
        .containsEntry("DCGM_FI_DEV_GPU_UTIL{gpu=\"0\"}", 98.0);
  }

  @Test
  void shouldCountKernelMessagesFromTheSecondLookOn() throws Exception {
    String old =
        "[    1.000000] NVRM: Xid (PCI:0000:1b:00): 79, pid=1, GPU has fallen off the bus.";
    machine.write("commands/dmesg", old);
    Map<String, Double> first = sample();
    assertThat(first.values()).isNotEmpty();
    assertThat(sum(first)).isZero();
    machine.write("commands/dmesg", old + "\n" + old.replace("1.0", "9.0"));
    assertThat(sum(sample())).isPositive();
    double counted = sum(sample());
    assertThat(sum(sample())).isEqualTo(counted);
  }

  private static double sum(Map<String, Double> values) {
    return values.entrySet().stream()
        .filter(each -> each.getKey().startsWith("headroom_kernel_log_findings_total"))
        .mapToDouble(Map.Entry::getValue)
        .sum();
  }

  @Test
  void shouldLeaveOutOneValueThatIsNoNumber() throws Exception {
    Map<String, Double> before = sample();
    machine.write("sys/class/infiniband/mlx5_0/ports/1/counters/VL15_dropped", "N/A (no PMA)");
    Map<String, Double> after = sample();
    assertThat(before.keySet())
        .contains("node_infiniband_vl15_dropped_total{device=\"mlx5_0\",port=\"1\"}")
        .hasSize(after.size() + 1)
        .containsAll(after.keySet());
  }

  @Test
  void shouldTellAFileThatCannotBeReadOnceAndNotReadItAgain() throws Exception {
    Path file = root.resolve("sys/class/infiniband/mlx5_0/ports/1/counters/VL15_dropped");
    Files.delete(file);
    Files.createSymbolicLink(file, Path.of("/proc/self/mem"));
    RawReading first = source.read();
    assertThat(first.refused())
        .extracting(RawReading.Refused::path)
        .containsExactly("sys/class/infiniband/mlx5_0/ports/1/counters/VL15_dropped");
    assertThat(source.read().refused()).isEmpty();
    assertThat(reader.read(first).of("node_infiniband_vl15_dropped_total")).hasSize(1);
    assertThat(reader.read(first).of("node_infiniband_symbol_error_total")).hasSize(2);
    Files.delete(file);
  }
}
