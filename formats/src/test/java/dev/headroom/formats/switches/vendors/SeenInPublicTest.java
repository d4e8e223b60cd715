package dev.headroom.formats.switches.vendors;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.formats.catalogue.FormatCatalogue;
import dev.headroom.formats.fact.FactSource;
import dev.headroom.formats.fact.ReportedValue;
import dev.headroom.formats.host.HostFacts;
import dev.headroom.formats.read.SourceReading;
import dev.headroom.formats.switches.SwitchPort;
import dev.headroom.formats.switches.SwitchQos;
import dev.headroom.formats.switches.WredCurve;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Configurations of our own in the forms that people published them in, with other names and
 * numbers: EOS in the guide to GPU clusters of AMD (a profile, thresholds in segments), in a design
 * study of an AI fabric (class and policy maps) and as Arista's AVD writes it; NX-OS of Azure
 * Local's reference switches (classes by CoS) and as {@code show running-config ipqos}; OS10 of a
 * Z9332F (a range of ports) and of Azure Local's generator (dot1p); Cumulus Linux as generators of
 * fabrics write it ({@code roce state}, profiles of its own), as YAML, and {@code nv show qos roce}
 * with its tables apart; and as {@code qos_features.conf} of the user guide; Onyx as its running
 * configuration, as {@code show roce} of a post about NFS over RDMA, and as a storage vendor's
 * guide has it typed.
 */
final class SeenInPublicTest {
  private static final Path FOLDER =
      Path.of("src/test/resources/dev/headroom/formats/switches/vendors");

  /** A word that is not said is a dash. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "eos-profile|Arista EOS|x|Ethernet3/7/1|[3]|-|-|-..-|9214|-",
        "eos-policy-map|Arista EOS|gpu-leaf-3|Ethernet1|[3]|-|5|200000..2400000|9214|-",
        "eos-all-off|Arista EOS|rail-4|Ethernet5|[]|-|-|320000..1280000|-|-",
        "nxos-cos|Cisco NX-OS|x|Ethernet1/7|[3]|-|-|280000..280000|9216|false",
        "nxos-ipqos|Cisco NX-OS|leaf-9|Ethernet1/1|[3]|3|7|160000..2900000|-|true",
        "os10-range|Dell OS10|z9-leaf-2|range ethernet1/1/1:1-1/1/32:1|[3]|3|6|520000..1400000|9216|-",
        "os10-dot1p|Dell OS10|x|ethernet1/1/3|[3]|-|-|160000..1400000|9216|-",
        "nvue-state|Cumulus NVUE|leaf02|swp1|[3]|3|6|146480..1430000|9216|false",
        "nvue-profiles|Cumulus NVUE|x|swp12|[3]|3|6|160000..320000|9000|false",
        "nvue-yaml|Cumulus NVUE|leaf03|swp1|[3]|3|6|146480..1430000|9216|false",
        "qos-features|Cumulus Linux|x|swp1|[3]|3|6|146480..1440000|-|-",
        "nvue-show|Cumulus NVUE|switch|all ports|[3]|3|6|146480..1430000|-|-",
        "onyx-running|Mellanox Onyx|rail-sw-2|Eth1/1|[3]|3|6|170000..1600000|9216|false",
        "onyx-roce|Mellanox Onyx|rail-sw-3|all ports|[3]|3|6|160000..1450000|-|-",
        "onyx-typed|Mellanox Onyx|switch|Eth1/13|[3]|3|6|180000..1700000|-|-",
      })
  void shouldReadTheForm(
      String file,
      String family,
      String name,
      String port,
      String lossless,
      String class26,
      String class48,
      String curve,
      String mtu,
      String strict7)
      throws IOException {
    SourceReading reading = read(file);
    SwitchQos qos = SwitchVendors.qos(HostFacts.of("x", List.of(reading))).orElseThrow();

    assertThat(qos.terms().family()).isEqualTo(family);
    assertThat(qos.name()).isEqualTo(name);
    assertThat(qos.ports().set().stream().map(SwitchPort::name)).startsWith(port);
    assertThat(qos.port(port).lossless().get()).hasToString(lossless);
    assertThat(qos.port(port).classes().of(26).map(String::valueOf).orElse("-")).isEqualTo(class26);
    assertThat(qos.port(port).classes().of(48).map(String::valueOf).orElse("-")).isEqualTo(class48);
    WredCurve found = qos.port(port).curve(3).orElseThrow();
    assertThat(found.marks().get()).isTrue();
    assertThat(bytes(found.min()) + ".." + bytes(found.max())).isEqualTo(curve);
    assertThat(qos.port(port).line().mtu().map(String::valueOf).orElse("-")).isEqualTo(mtu);
    assertThat(qos.port(port).isStrict(7).map(String::valueOf).orElse("-")).isEqualTo(strict7);
  }

  /** Titles between tables are a person's words; every other line is understood. */
  @ParameterizedTest
  @CsvSource({
    "eos-profile",
    "eos-policy-map",
    "eos-all-off",
    "nxos-cos",
    "nxos-ipqos",
    "os10-range",
    "os10-dot1p",
    "nvue-state",
    "nvue-profiles",
    "nvue-yaml",
    "qos-features",
    "nvue-show",
    "onyx-running",
    "onyx-roce",
    "onyx-typed"
  })
  void shouldUnderstandEveryLine(String file) throws IOException {
    assertThat(
            read(file).sections().stream()
                .flatMap(section -> section.unrecognized().stream())
                .map(line -> line.text().strip())
                .filter(text -> !text.startsWith("RoCE ") && !text.startsWith("==="))
                .collect(Collectors.toList()))
        .isEmpty();
  }

  private static String bytes(ReportedValue<Double> value) {
    return value.map(bytes -> String.valueOf(Math.round(bytes))).orElse("-");
  }

  private static SourceReading read(String file) throws IOException {
    return FormatCatalogue.reader()
        .read(FactSource.of("switch.txt"), Files.readString(FOLDER.resolve(file + ".txt")));
  }
}
