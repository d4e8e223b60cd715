package dev.headroom.prove.sample;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import dev.headroom.collect.fleet.FleetOptions;
import dev.headroom.collect.fleet.FleetTarget;
import dev.headroom.collect.fleet.KeptConnections;
import dev.headroom.prove.counters.TableFile;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Objects;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Switch over a real SSH connection and in a real shell, whose command {@code show} prints what the
 * one of SONiC prints. Forms: sonic-utilities, its command reference and the tests of its show
 * commands.
 */
final class SwitchSampleTest {
  private static final String SHOW =
      """
      #!/bin/sh
      name=show; for word in "$@"; do name=${name}_$(printf %s "$word" | tr -c a-z0-9 _); done
      exec cat "FOLDER/$name.txt"
      """;

  @TempDir private Path folder = Path.of("");

  @Test
  void shouldReadASwitchByItsShowCommands() throws Exception {
    try (PlayedMachines _ = switchThatShows(SHOW);
        KeptConnections connections = connections()) {
      RemoteMachine leaf = RemoteMachine.sonic(connections, target(), InstantSource.system());
      SampleReader reader = new SampleReader("leaf-1");
      HostSample first = reader.read(leaf.read());
      HostSample second = reader.read(leaf.read());
      assertThat(second.layout().series()).isEqualTo(first.layout().series());
      assertThat(first.of("headroom_boot_info")).hasSize(1);
      assertValue(first, 1, "port_up", "device", "Ethernet0");
      assertValue(first, 0, "port_up", "device", "Ethernet4");
      assertThat(first.of("headroom_switch_port_up")).as("a port that is shut").hasSize(2);
      assertValue(first, 61_115_381, "received_packets_total", "device", "Ethernet0");
      assertValue(first, 1000, "receive_dropped_packets_total", "device", "Ethernet4");
      assertThat(first.of("headroom_switch_transmit_errors_total")).as("N/A").isEmpty();
      assertValue(
          first, 600_203, "pfc_received_packets_total", "device", "Ethernet0", "priority", "3");
      assertValue(
          first, 1203, "pfc_transmitted_packets_total", "device", "Ethernet4", "priority", "3");
      assertValue(
          first,
          722_456_982_391.0,
          "queue_transmitted_bytes_total",
          "device",
          "Ethernet0",
          "queue",
          "UC3");
      assertValue(
          first,
          2,
          "queue_dropped_packets_total",
          "device",
          "Ethernet0",
          "queue",
          "UC3",
          "lossless",
          "true");
      assertValue(
          first,
          7,
          "queue_dropped_packets_total",
          "device",
          "Ethernet0",
          "queue",
          "UC0",
          "lossless",
          "false");
      assertValue(
          first,
          31,
          "group_dropped_packets_total",
          "device",
          "Ethernet0",
          "group",
          "3",
          "lossless",
          "true");
      assertValue(first, 3, "pfcwd_deadlock_detected_total", "device", "Ethernet0", "queue", "UC3");
      assertValue(first, 1, "pfcwd_stormed", "device", "Ethernet0", "queue", "UC3");
      assertValue(first, 0, "pfcwd_stormed", "device", "Ethernet4", "queue", "UC3");
      assertThat(first.of("headroom_switch_pfcwd_transmit_dropped_packets_total")).hasSize(2);
      assertValue(first, 0, "port_faces_switch", "device", "Ethernet0");
      assertValue(first, 1, "port_faces_switch", "device", "Ethernet4");
      assertValue(
          first, 1_032_731, "ecn_marked_packets_total", "device", "Ethernet0", "queue", "UC3");
      assertValue(first, 1_142_080, "queue_watermark_bytes", "device", "Ethernet0", "queue", "UC3");
      assertValue(first, 19_968, "headroom_watermark_bytes", "device", "Ethernet0", "group", "3");
      assertValue(first, 3, "fec_uncorrected_codewords_total", "device", "Ethernet0");
      assertValue(first, 1.92e-8, "fec_pre_ber", "device", "Ethernet0");
      assertThat(
              first.value(
                  Series.of("headroom_transceiver_temperature_celsius", "device", "Ethernet0")))
          .hasValue(71.25);
      assertThat(
              first.value(
                  Series.of(
                      "headroom_transceiver_temperature_high_warning_celsius",
                      "device",
                      "Ethernet0")))
          .hasValue(70);
    }
  }

  @Test
  void shouldSayThatAHostIsNoSwitch() throws Exception {
    try (PlayedMachines _ = switchThatShows("");
        KeptConnections connections = connections()) {
      RemoteMachine host = RemoteMachine.sonic(connections, target(), InstantSource.system());
      assertThatIOException().isThrownBy(host::read).withMessageContaining("no command show");
    }
  }

  /** Every row of the table of cells must become a metric that there is. */
  @Test
  void shouldKnowTheMetricOfEachCell() {
    assertThat(TableFile.rows(SwitchOutputs.class, "sonic.tsv"))
        .isNotEmpty()
        .allSatisfy(row -> {
          assertThat(row).hasSize(4);
          assertThat(MetricTable.find("switch", row[3])).as(row[3]).isPresent();
          assertThat(
                  SampledParts.SONIC.commands().contains(row[0])
                      || SampledParts.SONIC.seldomCommands().contains(row[0]))
              .as(row[0])
              .isTrue();
        });
  }

  private static void assertValue(
      HostSample sample, double value, String metric, String... labels) {
    TreeMap<String, String> sorted = new TreeMap<>();
    for (int i = 0; i < labels.length; i += 2) {
      sorted.put(labels[i], labels[i + 1]);
    }
    Series series = new Series("headroom_switch_" + metric, sorted);
    assertThat(sample.value(series)).as(series.toString()).hasValue(value);
  }

  private PlayedMachines switchThatShows(String script) throws Exception {
    Path root = folder.resolve("root");
    write(root.resolve("proc/uptime"), "4242.10 100.00\n");
    write(root.resolve("proc/loadavg"), "0.50 0.40 0.30 1/200 4711\n");
    write(root.resolve("proc/sys/kernel/random/boot_id"), "11111111-2222\n");
    if (!script.isEmpty()) {
      Path show = root.resolve("bin/show");
      write(show, script.replace("FOLDER", outputs().toString()));
      Files.setPosixFilePermissions(show, PosixFilePermissions.fromString("rwxr-xr-x"));
    }
    return new PlayedMachines(root, folder, 0, false, 1);
  }

  private static Path outputs() throws URISyntaxException {
    URL found = SwitchSampleTest.class.getResource("leaf-1/show_pfc_counters.txt");
    return Objects.requireNonNull(Path.of(Objects.requireNonNull(found).toURI()).getParent());
  }

  private static void write(Path file, String text) throws Exception {
    Files.createDirectories(Objects.requireNonNull(file.getParent()));
    Files.writeString(file, text);
  }

  private KeptConnections connections() {
    return new KeptConnections(
        FleetOptions.usual()
            .knownHosts(folder.resolve("known_hosts"))
            .identity(folder.resolve("key"))
            .working(Duration.ofSeconds(20)));
  }

  private FleetTarget target() throws Exception {
    return FleetTarget.read(Files.readAllLines(folder.resolve("hosts.txt"))).getFirst();
  }
}
