package dev.headroom.prove.sample;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import dev.headroom.collect.fleet.FleetOptions;
import dev.headroom.collect.fleet.FleetTarget;
import dev.headroom.collect.fleet.KeptConnections;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The script in a real shell, over a real SSH connection. */
final class RemoteMachineTest {
  private static final InstantSource CLOCK = InstantSource.fixed(Instant.EPOCH);

  @TempDir private Path folder = Path.of("");

  @Test
  void shouldReadAMachineOverSshAsItReadsThisOne() throws Exception {
    Path root = folder.resolve("root");
    FakeMachine machine = new FakeMachine(root, "gpu-1", 2);
    machine.counter(1, "symbol_error", 17);
    try (PlayedMachines played = new PlayedMachines(root, folder, 0, false, 1);
        KeptConnections connections =
            new KeptConnections(
                FleetOptions.usual()
                    .knownHosts(folder.resolve("known_hosts"))
                    .identity(folder.resolve("key"))
                    .working(Duration.ofSeconds(20)))) {
      FleetTarget target =
          FleetTarget.read(Files.readAllLines(folder.resolve("hosts.txt"))).getFirst();
      RemoteMachine remote = RemoteMachine.host(connections, target, CLOCK);
      HostSample there = new SampleReader("h").read(remote.read());
      HostSample here = new SampleReader("h").read(new LocalMachine(machine.view(), CLOCK).read());
      assertThat(infiniband(there)).isNotEmpty().isEqualTo(infiniband(here));
      assertThat(there.value(symbols())).hasValue(17);

      machine.counter(1, "symbol_error", 18);
      Files.delete(root.resolve("sys/class/infiniband/mlx5_0/ports/1/counters/VL15_dropped"));
      Files.createDirectory(
          root.resolve("sys/class/infiniband/mlx5_0/ports/1/counters/VL15_dropped"));
      HostSample second = new SampleReader("h").read(remote.read());
      assertThat(second.value(symbols())).hasValue(18);
      assertThat(second.of("node_infiniband_vl15_dropped_total")).hasSize(1);
      assertThat(played.logins()).as("the connection stays open").isLessThanOrEqualTo(2);
    }
    FleetTarget gone = new FleetTarget("admin", "127.1.0.1", 1);
    try (KeptConnections connections =
        new KeptConnections(
            FleetOptions.usual()
                .knownHosts(folder.resolve("known_hosts"))
                .identity(folder.resolve("key")))) {
      assertThatIOException()
          .isThrownBy(() -> RemoteMachine.host(connections, gone, CLOCK).read())
          .withMessageContaining("refused");
    }
  }

  private static Series symbols() {
    return Series.of("node_infiniband_symbol_error_total", "device", "mlx5_1", "port", "1");
  }

  private static List<String> infiniband(HostSample sample) {
    return sample.layout().series().stream()
        .filter(each -> each.name().startsWith("node_infiniband"))
        .map(each -> each + " " + sample.value(each).orElse(-1))
        .toList();
  }

  @Test
  void shouldLeaveOutOfTheScriptWhatWasRefused() {
    String refused = "sys/class/infiniband/mlx5_0/ports/1/counters/VL15_dropped";
    String errors =
        "grep: /" + refused + ": Invalid argument\ngrep: /sys/x/*: No such file or directory";
    RawReading reading =
        SampleScript.read(
            Instant.EPOCH,
            "/proc/loadavg\0000.50 0 0 1/1 1\n\0command dmesg\na\nb\n\0end 0\n\0command x\nc\n\0end 1\n"
                .getBytes(java.nio.charset.StandardCharsets.ISO_8859_1),
            errors);
    assertThat(reading.refused()).extracting(RawReading.Refused::path).containsExactly(refused);
    assertThat(reading.files()).containsEntry("proc/loadavg", "0.50 0 0 1/1 1\n");
    assertThat(reading.outputs()).containsOnlyKeys("dmesg").containsEntry("dmesg", "a\nb\n");
    assertThat(SampleScript.of(SampledParts.HOST, false, java.util.Set.of(refused)))
        .contains("/" + refused + ") ;;");
  }
}
