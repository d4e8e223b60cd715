package dev.headroom.formats.switches;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.formats.fact.FactSet;
import dev.headroom.formats.fact.Subject;
import dev.headroom.formats.fact.SubjectKind;
import dev.headroom.formats.read.Read;
import dev.headroom.formats.read.SurroundingText;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Rows in the forms that EOS, NX-OS and IOS print them in, with names that hold words of states.
 */
final class PortStatusReaderTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "Et49 Core: leaf-2.rack1 notconnect in Po49 full 10G Not Present|Ethernet49|notconnect|in Po49|10G|Not Present",
        "Et3/2/2    to the spine       errdisabled  10      a-full  a-40G 40GBASE-SR4|Ethernet3/2/2|errdisabled|10|a-40G|40GBASE-SR4",
        "Fa0/1     *** connected to U notconnect   150          auto   auto 10/100BaseTX|Fa0/1|notconnect|150|auto|10/100BaseTX",
        "Fa0/6     suspended customer disabled     789          auto   auto 10/100BaseTX|Fa0/6|disabled|789|auto|10/100BaseTX",
        "Eth1/3        --                 xcvrAbsen 1         auto    auto    --|Ethernet1/3|xcvrAbsen|1|auto|--",
        "Twe1/0/17    Device 5           connected    pvlan prom   full    10G SFP-10GBase-SR|Twe1/0/17|connected|pvlan prom|10G|SFP-10GBase-SR",
      })
  void shouldTellNamesFromStates(
      String row, String port, String status, String vlan, String speed, String module) {
    FactSet facts =
        Read.allOf("port-status", "Port  Name  Status  Vlan  Duplex  Speed Type\n" + row + "\n");
    Subject subject = new Subject(SubjectKind.SWITCH_PORT, port);

    assertThat(facts.text(subject, "status").get()).isEqualTo(status);
    assertThat(facts.text(subject, "vlan").get()).isEqualTo(vlan);
    assertThat(facts.text(subject, "speed").get()).isEqualTo(speed);
    assertThat(facts.text(subject, "module").get()).isEqualTo(module);
  }

  /** As {@code show interface} words it, so that one judgement serves both. */
  @Test
  void shouldTellWhyPortsAreDownByTheBriefListOfNxos() {
    FactSet facts =
        Read.allOf(
            "interface-brief",
            """
            Ethernet      VLAN    Type Mode   Status  Reason                   Speed     Port
            Interface                                                                    Ch #
            --------------------------------------------------------------------------------
            Eth1/1        --      eth  routed up      none                       400G(D) 10
            Eth1/2        120     eth  access down    Link not connected         auto(D) --
            """);

    Subject first = new Subject(SubjectKind.SWITCH_PORT, "Ethernet1/1");
    Subject second = new Subject(SubjectKind.SWITCH_PORT, "Ethernet1/2");
    assertThat(facts.text(first, "state").get()).isEqualTo("up");
    assertThat(facts.text(first, "channel").get()).isEqualTo("10");
    assertThat(facts.text(second, "state").get()).isEqualTo("down (Link not connected)");
    assertThat(facts.text(second, "vlan").get()).isEqualTo("120");
  }

  @Test
  void shouldReadReasonsAndRowsWithoutHeading() {
    FactSet facts =
        Read.allOf(
            "port-status",
            """
            Eth1/1        --                 connected trunk     full    100G    QSFP-100G-SR1.2
            Eth1/2        --                 connected trunk     full    100G    QSFP-100G-SR1.2

            Port         Name               Status             Reason
            Eth1/3       leaf 2 as seen     linkFlapErr        linkFlapErrDisabled
            """);

    assertThat(facts.text(new Subject(SubjectKind.SWITCH_PORT, "Ethernet1/2"), "speed").get())
        .isEqualTo("100G");
    Subject third = new Subject(SubjectKind.SWITCH_PORT, "Ethernet1/3");
    assertThat(facts.text(third, "description").get()).isEqualTo("leaf 2 as seen");
    assertThat(facts.text(third, "reason").get()).isEqualTo("linkFlapErrDisabled");
  }

  @Test
  void shouldLeaveOtherTablesAlone() {
    assertThat(Read.text("Port  Name  Colour\nEt1  spine  green\n").sections())
        .allSatisfy(section -> assertThat(section.kind()).isEqualTo(SurroundingText.TEXT));
  }
}
