package dev.headroom.formats.infiniband;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.formats.catalogue.FormatCatalogue;
import dev.headroom.formats.fact.FactSet;
import dev.headroom.formats.fact.FactSource;
import dev.headroom.formats.fact.Subject;
import dev.headroom.formats.fact.SubjectKind;
import org.junit.jupiter.api.Test;

/** Tables with the columns that public readers of {@code ibdiagnet2.db_csv} expect. */
final class IbdiagnetDatabaseReaderTest {
  private static final String NODES =
      """
      START_NODES
      NodeDesc,NumPorts,NodeType,NodeGUID
      "MF0;leaf-1:MQM9700/U1",65,2,0x9c05910300aa0001
      "MT4129 ConnectX7   Mellanox Technologies",1,1,0x0088c20300bb0001
      "MT4129 ConnectX7   Mellanox Technologies",1,1,0xa088c20300bb0002
      END_NODES

      """;

  private static FactSet read(String text) {
    return new FactSet(
        FormatCatalogue.reader().read(FactSource.of("ibdiagnet2.db_csv"), text).facts());
  }

  @Test
  void shouldJoinBothEndsOfALinkWithWhatTheirPortsSay() {
    FactSet facts =
        read(
            NODES
                + """
                START_PORTS
                NodeGuid,PortNum,LinkWidthActv,LinkSpeedActv,PortState
                0x9c05910300aa0001,1,2,16777216,4
                0x88c20300bb0001,1,2,1024,4
                0xa088c20300bb0002,1,2,1024,1
                END_PORTS
                START_LINKS
                NodeGuid1,PortNum1,NodeGuid2,PortNum2
                0x9c05910300aa0001,1,0x0088c20300bb0001,1
                END_LINKS
                """);
    Subject up = new Subject(SubjectKind.LINK, "MF0;leaf-1:MQM9700/U1/1");
    assertThat(facts.number(up, "width").get()).isEqualTo(4);
    assertThat(facts.text(up, "lane.gbps").get()).isEqualTo("212.5");
    assertThat(facts.text(up, "peer").get()).isEqualTo("MT4129 ConnectX7   Mellanox Technologies");

    Subject down = new Subject(SubjectKind.LINK, "MT4129 ConnectX7   Mellanox Technologies/1");
    assertThat(facts.text(down, "lane.gbps").get()).isEqualTo("53.125");
    assertThat(facts.text(down, "peer").get()).isEqualTo("MF0;leaf-1:MQM9700/U1");

    Subject twin = new Subject(SubjectKind.LINK, "0xa088c20300bb0002/1");
    assertThat(facts.text(twin, "state").get()).isEqualTo("Down");
    assertThat(facts.text(twin, "width").isReported()).isFalse();
  }

  /** The narrow column of a counter stays at its highest value; the wide one counts on. */
  @Test
  void shouldTakeCountersFromTheWideColumnWhereThereIsOne() {
    FactSet facts =
        read(
            NODES
                + """
                START_PM_INFO
                NodeGUID,PortNumber,SymbolErrorCounter,LinkDownedCounter,SymbolErrorCounterExt
                0x9c05910300aa0001,2,65535,3,70211
                END_PM_INFO
                """);

    Subject port = new Subject(SubjectKind.SWITCH_PORT, "MF0;leaf-1:MQM9700/U1/2");
    assertThat(facts.number(port, "counter.SymbolErrorCounter").get()).isEqualTo(70211);
    assertThat(facts.number(port, "counter.LinkDownedCounter").get()).isEqualTo(3);
  }

  @Test
  void shouldKeepRowsOfOtherTablesWithThePortTheyAreAbout() {
    FactSet facts =
        read(
            NODES
                + """
                START_WARNINGS_LINKS_CHECK
                Scope,NodeGUID,PortNumber,Summary
                PORT,0x9c05910300aa0001,2,"Unexpected width, actual link width is 1x"
                END_WARNINGS_LINKS_CHECK
                """);
    Subject port = new Subject(SubjectKind.LINK, "MF0;leaf-1:MQM9700/U1/2");
    assertThat(facts.text(port, "warnings_links_check").get()).endsWith("link width is 1x\"");
  }

  @Test
  void shouldReadATableThatBreaksOff() {
    assertThat(read(NODES + "START_LINKS\nNodeGuid1,PortNum1,NodeGuid2,PortNum2\n0x9c0591").all())
        .isNotEmpty();
  }
}
