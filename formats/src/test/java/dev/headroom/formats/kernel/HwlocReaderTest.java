package dev.headroom.formats.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.formats.fact.FactSet;
import dev.headroom.formats.fact.Subject;
import dev.headroom.formats.fact.SubjectKind;
import dev.headroom.formats.read.Read;
import org.junit.jupiter.api.Test;

/** What a device of the system is, in whichever release. */
final class HwlocReaderTest {
  @Test
  void shouldKnowDevicesByTheNumbersOfHwloc2() {
    shouldHaveOneOfEach(
        topology("2.0", "1", "card0", "0", "sda", "2", "ens7", "3", "mlx5_2", "5", "cuda0"));
  }

  @Test
  void shouldKnowDevicesByTheBitsOfHwloc3() {
    shouldHaveOneOfEach(
        topology(
            "3.0", "12", "nvml0", "1", "sda", "16", "ens7", "48", "mlx5_2", "64", "dma0chan0"));
  }

  private static void shouldHaveOneOfEach(String text) {
    FactSet facts = Read.allOf("hwloc", text);

    assertThat(facts.subjects(SubjectKind.NETDEV)).containsExactly(Subject.netdev("ens7"));
    assertThat(facts.subjects(SubjectKind.RDMA)).containsExactly(Subject.rdma("mlx5_2"));
    assertThat(facts.text(Subject.netdev("ens7"), "pci").get()).isEqualTo("0000:21:00.0");
    assertThat(facts.text(Subject.rdma("mlx5_2"), "pci").get()).isEqualTo("0000:21:00.0");
  }

  /** A host all of whose devices are behind one function: types and names in turn. */
  private static String topology(String version, String... devices) {
    StringBuilder out = new StringBuilder("<topology version=\"" + version + "\">\n");
    out.append(" <object type=\"Machine\" os_index=\"0\" gp_index=\"1\">\n");
    out.append("  <object type=\"PCIDev\" gp_index=\"2\" pci_busid=\"0000:21:00.0\">\n");
    for (int i = 0; i < devices.length; i += 2) {
      out.append("   <object type=\"OSDev\" gp_index=\"%d\"".formatted(3 + i))
          .append(" name=\"%s\" osdev_type=\"%s\"/>\n".formatted(devices[i + 1], devices[i]));
    }
    return out.append("  </object>\n </object>\n</topology>\n").toString();
  }
}
