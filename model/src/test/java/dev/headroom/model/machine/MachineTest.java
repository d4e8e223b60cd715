package dev.headroom.model.machine;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

final class MachineTest {
  static Stream<Machine> machines() {
    return MachineCatalogue.all().stream();
  }

  /** What collectives take for near is what nvidia-smi topo -m prints of the same machine. */
  @ParameterizedTest
  @MethodSource("machines")
  void shouldReachWhatAPcieSwitchLeadsTo(Machine machine) {
    ServerLayout layout = ServerLayout.of(machine.name(), machine.rails().nics());
    List<PcieSlot> gpus = layout.gpus();
    List<PcieSlot> nics = layout.nics();
    for (int gpu = 0; gpu < gpus.size(); gpu++) {
      for (int nic = 0; nic < nics.size(); nic++) {
        boolean bySwitch =
            DeviceDistance.between(gpus.get(gpu), nics.get(nic)).compareTo(DeviceDistance.PXB) <= 0;
        assertThat(machine.reaches(gpu, nic))
            .as("GPU %d and NIC %d", gpu, nic)
            .isEqualTo(bySwitch || machine.nicOf(gpu) == nic);
      }
    }
  }
}
