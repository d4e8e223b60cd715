package dev.headroom.model.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.model.machine.Cluster;
import dev.headroom.model.machine.Machine;
import dev.headroom.model.machine.MachineCatalogue;
import java.util.Optional;
import java.util.stream.Collectors;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Rings as NCCL 2.26.2 wrote them into its log on two Lenovo SD665-N V3, and as its search lays
 * them on DGX A100.
 */
final class ChannelWiringTest {
  private static final Machine MACHINE = MachineCatalogue.named("sd665n-h100").orElseThrow();

  @ParameterizedTest
  @CsvSource({
    "0, 0 1 2 3 4 5 6 7",
    "1, 0 5 7 6 4 1 3 2",
    "2, 0 3 6 5 4 7 2 1",
    "3, 0 2 7 5 4 6 3 1",
    "4, 0 1 2 3 4 5 6 7",
    "15, 0 2 7 5 4 6 3 1"
  })
  void shouldLayRingsWithGpuDirect(int channel, String ring) {
    assertThat(ring(MACHINE, channel)).isEqualTo(ring);
  }

  @ParameterizedTest
  @CsvSource({"0, 0 2 6 4 7 5 1 3", "1, 0 3 1 5 7 4 6 2", "6, 0 2 6 4 7 5 1 3"})
  void shouldLayRingsWithoutGpuDirect(int channel, String ring) {
    assertThat(ring(MACHINE.throughHosts(), channel)).isEqualTo(ring);
  }

  /** {@code 1[1] -> 5[1] [send] via NET/IB/5}, the NIC next to GPU 0; 3's is NET/IB/6. */
  @ParameterizedTest
  @CsvSource({"0, 4, 0", "1, 5, 0", "2, 6, 3", "3, 7, 3", "5, 1, 4", "6, 2, 7"})
  void shouldLeaveByTwoOfFourNicsWithoutGpuDirect(int sender, int receiver, int nic) {
    ClusterLayout layout = new ClusterLayout(new Cluster(MACHINE.throughHosts(), 2, false));
    assertThat(layout.nicFor(sender, receiver, true)).isEqualTo(nic);
    assertThat(layout.nic(receiver)).isEqualTo(receiver);
  }

  @ParameterizedTest
  @CsvSource({"1, 5, 5", "3, 4, 0", "2, 7, 3"})
  void shouldLeaveOnTheRailOfTheReceiverWithGpuDirect(int sender, int receiver, int rail) {
    ClusterLayout layout = new ClusterLayout(new Cluster(MACHINE, 2, false));
    assertThat(layout.nicFor(sender, receiver, true)).isEqualTo(rail % 4);
  }

  /**
   * Two GPUs share a switch with two NICs: {@code NET 0 -> GPU 0 -> ... -> GPU 1 -> NET 0}, and the
   * other way round from the other (sjeaugey in NVIDIA/nccl#820).
   */
  @ParameterizedTest
  @CsvSource({
    "0, 0 7 6 5 4 3 2 1 8 15 14 13 12 11 10 9",
    "1, 0 9 10 11 12 13 14 15 8 1 2 3 4 5 6 7",
    "2, 0 7 6 5 4 3 10 9 8 15 14 13 12 11 2 1",
    "8, 0 7 6 5 4 3 2 1 8 15 14 13 12 11 10 9"
  })
  void shouldLeaveADgxA100ByTheNicThatARingEntersBy(int channel, String ring) {
    Machine machine = MachineCatalogue.named("dgx-a100").orElseThrow();
    ClusterLayout layout = new ClusterLayout(new Cluster(machine, 2, false));
    assertThat(ring(machine, channel)).isEqualTo(ring);
    ChannelWiring wiring = ChannelWiring.of(layout, Optional.empty());
    int rail = channel % 8;
    int last = wiring.previous(channel, rail);
    assertThat(layout.machineOf(last)).isEqualTo(1);
    int nic = layout.nicFor(last, rail, false);
    assertThat(nic).isEqualTo(8 + rail);
    assertThat(layout.nic(last)).isNotEqualTo(nic);
    assertThat(layout.reaches(last, nic)).isTrue();
  }

  private static String ring(Machine machine, int channel) {
    ClusterLayout layout = new ClusterLayout(new Cluster(machine, 2, false));
    return ChannelWiring.of(layout, Optional.empty()).ring(channel).stream()
        .map(String::valueOf)
        .collect(Collectors.joining(" "));
  }
}
