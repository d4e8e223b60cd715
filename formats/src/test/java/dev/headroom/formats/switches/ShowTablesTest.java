package dev.headroom.formats.switches;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.formats.fact.FactSet;
import dev.headroom.formats.fact.Subject;
import dev.headroom.formats.fact.SubjectKind;
import dev.headroom.formats.read.Read;
import org.junit.jupiter.api.Test;

/** SONiC's tables, with the ruler below their heading and without. Forms: sonic-utilities. */
final class ShowTablesTest {
  private static final String QUEUES =
      """
      admin@leaf-3:~$ show queue counters
           Port    TxQ    Counter/pkts    Counter/bytes    Drop/pkts    Drop/bytes
      ---------  -----  --------------  ---------------  -----------  ------------
      Ethernet8    UC3         126,497      127,508,976        2,203     2,291,120
      Ethernet8    UC4             N/A              N/A          N/A           N/A
      """;

  private static final String GROUPS =
      """
      Ingress PG dropped packets:
           Port    PG0    PG1    PG2    PG3
      ---------  -----  -----  -----  -----
      Ethernet8      0      0      0     31
      """;

  private static String withoutRuler(String text) {
    return text.replaceAll("(?m)^-+  .*\\n", "");
  }

  /** Rows of one port are told apart by their queues. */
  @Test
  void shouldNameQueuesByTheirPort() {
    for (String text : new String[] {QUEUES, withoutRuler(QUEUES)}) {
      FactSet facts = Read.host(text).facts();
      Subject queue = new Subject(SubjectKind.ITEM, "show queue counters at 2|Ethernet8 UC3");
      assertThat(facts.text(queue, "drop-pkts").get()).isEqualTo("2,203");
      assertThat(facts.text(queue, "counter-bytes").get()).isEqualTo("127,508,976");
      Subject other = new Subject(SubjectKind.ITEM, "show queue counters at 2|Ethernet8 UC4");
      assertThat(facts.text(other, "drop-pkts").get()).isEqualTo("N/A");
    }
  }

  /** Pasted without the command, the title tells what is counted. */
  @Test
  void shouldTakeTheTitleForTheNameOfATable() {
    assertThat(subjects(Read.allOf("show-table", GROUPS)))
        .contains("table Ingress PG dropped packets: at 1|Ethernet8");
    assertThat(subjects(Read.allOf("bare-table", withoutRuler(GROUPS))))
        .contains("table Ingress PG dropped packets: at 1|Ethernet8");
  }

  /** The ruler below a table of two columns ends it; its last row is no heading. */
  @Test
  void shouldReadTheLastRowAboveAClosingRuler() {
    FactSet facts =
        Read.allOf(
            "show-table",
            """
            admin@leaf-3:~$ show mmu
            Pool: ingress_lossless_pool
            ----  --------
            xoff  4194112
            mode  dynamic
            size  10875072
            ----  --------

            Profile: pg_lossless_100000_300m_profile
            ----------  -----------------------------------
            dynamic_th  -3
            pool        [BUFFER_POOL|ingress_lossless_pool]
            size        1248
            ----------  -----------------------------------
            """);
    assertThat(
            facts
                .text(new Subject(SubjectKind.ITEM, "BUFFER_POOL|ingress_lossless_pool"), "size")
                .get())
        .isEqualTo("10875072");
    Subject profile =
        new Subject(SubjectKind.ITEM, "BUFFER_PROFILE|pg_lossless_100000_300m_profile");
    assertThat(facts.text(profile, "dynamic_th").get()).isEqualTo("-3");
    assertThat(facts.text(profile, "size").get()).isEqualTo("1248");
  }

  @Test
  void shouldNotTakeWordsForATable() {
    assertThat(
            Read.text("Port  of  call\nEthernet is a network and not a port  of any switch\n")
                .facts())
        .isEmpty();
  }

  private static Iterable<String> subjects(FactSet facts) {
    return facts.subjects(SubjectKind.ITEM).stream().map(Subject::name).toList();
  }
}
