package dev.headroom.formats.switches.vendors;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.formats.catalogue.FormatCatalogue;
import dev.headroom.formats.fact.FactSource;
import dev.headroom.formats.fact.ReportedValue;
import dev.headroom.formats.host.HostFacts;
import java.util.List;
import java.util.SortedSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Where a switch says what it pauses, that counts more than what it is told to. */
final class PfcInForceTest {
  private static final String EOS =
      """
      hostname leaf1
      interface Ethernet1
         priority-flow-control on
         priority-flow-control priority 3 no-drop
      """;
  private static final String NXOS =
      """
      hostname leaf1
      policy-map type network-qos NET
        class type network-qos c-8q-nq3
          pause pfc-cos 3
      system qos
        service-policy type network-qos NET
      interface Ethernet1/1
        priority-flow-control mode auto
      """;

  @ParameterizedTest
  @CsvSource({"'3',Yes,'[3]'", "'3',No,'[]'", "'3 4',Yes,'[3, 4]'"})
  void shouldAskEos(String priorities, String active, String expected) {
    assertThat(
            lossless(
                "Ethernet1",
                EOS,
                """
                Port  Enabled  Priorities  Active  Note
                Et1   Yes      %s          %s      DCBX disabled
                """
                    .formatted(priorities, active)))
        .hasToString(expected);
  }

  @ParameterizedTest
  @CsvSource({"On,'(8)  ','[3]'", "Off,'','[]'", "On,'(20)','[5]'"})
  void shouldAskNxos(String in, String bitmap, String expected) {
    assertThat(
            lossless(
                "Ethernet1/1",
                NXOS,
                """
                Port               Mode Oper(VL bmap)  RxPPP      TxPPP
                Ethernet1/1        Auto %s %s 71223  4410
                """
                    .formatted(in, bitmap)))
        .hasToString(expected);
  }

  @Test
  void shouldFallBackToConfigurations() {
    assertThat(lossless("Ethernet1", EOS, "")).containsExactly(3);
    assertThat(lossless("Ethernet1/1", NXOS, "")).containsExactly(3);
  }

  private static SortedSet<Integer> lossless(String port, String configuration, String table) {
    HostFacts host =
        HostFacts.of(
            "leaf1",
            List.of(
                FormatCatalogue.reader().read(FactSource.of("running-config"), configuration),
                FormatCatalogue.reader().read(FactSource.of("pfc.txt"), table)));
    ReportedValue<SortedSet<Integer>> pauses =
        SwitchVendors.qos(host).orElseThrow().port(port).lossless();
    return pauses.get();
  }
}
