package dev.headroom.formats.ethernet;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.formats.host.Bond;
import dev.headroom.formats.host.HostFacts;
import dev.headroom.formats.read.Read;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a bond is called of which the text does not say its name. */
final class BondingReaderTest {
  private static final String BOND =
      """
      Ethernet Channel Bonding Driver: v6.8.0

      Bonding Mode: fault-tolerance (active-backup)
      MII Status: up

      Slave Interface: %s
      MII Status: up
      """;

  @ParameterizedTest
  @CsvSource({
    "bond0.txt, bond0",
    "gpu-1/bond12, bond12",
    "cat_.proc.net.bonding.bond3, bond3",
    "gpu-1/bonding.txt, bond at line 1 of gpu-1/bonding.txt",
    "bonding-2.txt, bond at line 1 of bonding-2.txt",
    "vagabond7.txt, bond at line 1 of vagabond7.txt",
  })
  void shouldGoByTheNameOfTheFile(String file, String name) {
    assertThat(bonds(file)).containsExactly(name + " eth0");
  }

  @Test
  void shouldTellBondsOfSeveralFilesApart() {
    assertThat(bonds("storage.txt", "compute.txt"))
        .containsExactlyInAnyOrder(
            "bond at line 1 of storage.txt eth0", "bond at line 1 of compute.txt eth1");
  }

  /** Of several in one file, the name can be that of the first alone. */
  @Test
  void shouldNotCallTwoBondsByOneFile() {
    HostFacts host =
        HostFacts.of(
            "a",
            List.of(
                Read.file("bond0.txt", BOND.formatted("eth0") + "\n" + BOND.formatted("eth1"))));

    assertThat(host.bonds())
        .extracting(Bond::name)
        .containsExactlyInAnyOrder("bond0", "bond at line 9 of bond0.txt");
  }

  private static List<String> bonds(String... files) {
    List<String> names = List.of(files);
    HostFacts host =
        HostFacts.of(
            "a",
            names.stream()
                .map(file -> Read.file(file, BOND.formatted("eth" + names.indexOf(file))))
                .toList());
    return host.bonds().stream()
        .map(bond -> bond.name() + " " + bond.ports().getFirst().name())
        .toList();
  }
}
