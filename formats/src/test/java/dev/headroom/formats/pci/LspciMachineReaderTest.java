package dev.headroom.formats.pci;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.formats.host.HostFacts;
import dev.headroom.formats.host.PciDevice;
import dev.headroom.formats.read.Read;
import org.junit.jupiter.api.Test;

/** The form made for scripts says what the one made for people says. */
final class LspciMachineReaderTest {
  private static final String RECORD =
      """
      Slot:	5e:00.0
      Class:	Ethernet controller [0200]
      Vendor:	Mellanox Technologies [15b3]
      Device:	MT2910 Family [ConnectX-7] [1021]
      Driver:	mlx5_core
      NUMANode:	1
      """;

  @Test
  void shouldSayOfARecordWhatPeopleAreTold() {
    PciDevice nic = device(Read.host(RECORD));

    assertThat(nic.isNic()).isTrue();
    assertThat(nic.address()).isEqualTo("0000:5e:00.0");
    assertThat(nic.name().get()).isEqualTo("Mellanox Technologies MT2910 Family [ConnectX-7]");
    assertThat(nic.driver().get()).isEqualTo("mlx5_core");
    assertThat(nic.numaNode().get()).isEqualTo(1);
    assertThat(nic.facts().text(nic.subject(), PciKeys.VENDOR_ID).get()).isEqualTo("15b3");
  }

  @Test
  void shouldSayTheSameOfALine() {
    PciDevice gpu =
        device(
            Read.host(
                "17:00.0 \"3D controller\" \"NVIDIA Corporation\" \"H100\" -ra1 \"\" \"\"\n"));

    assertThat(gpu.isGpu()).isTrue();
    assertThat(gpu.name().get()).isEqualTo("NVIDIA Corporation H100");
    assertThat(gpu.facts().text(gpu.subject(), "revision").get()).isEqualTo("a1");
  }

  @Test
  void shouldMakeNoNamesOfNumbers() {
    PciDevice any =
        device(Read.host("Slot:\t17:00.0\nClass:\t0302\nVendor:\t10de\nDevice:\t2330\n"));

    assertThat(any.kind().isReported()).isFalse();
    assertThat(any.name().isReported()).isFalse();
    assertThat(any.facts().text(any.subject(), PciKeys.CLASS_CODE).get()).isEqualTo("0x0302");
  }

  private static PciDevice device(HostFacts host) {
    return host.pci().devices().getFirst();
  }
}
