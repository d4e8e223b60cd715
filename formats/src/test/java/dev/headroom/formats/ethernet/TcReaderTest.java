package dev.headroom.formats.ethernet;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.formats.fact.FactSet;
import dev.headroom.formats.fact.Subject;
import dev.headroom.formats.read.Read;
import org.junit.jupiter.api.Test;

/** The interface stands in each line, or in the command alone. */
final class TcReaderTest {
  private static final String QDISCS =
      """
      qdisc mqprio 8001: DEVroot tc 2 map 0 1 0 0
                   queues:(0:3) (4:7)
       Sent 9000 bytes 6 pkt (dropped 2, overlimits 0 requeues 1)
       backlog 0b 0p requeues 1
      qdisc fq_codel 0: DEVparent 8001:1 limit 10240p flows 1024
       Sent 70 bytes 1 pkt (dropped 0, overlimits 0 requeues 0)
       backlog 0b 0p requeues 0
      """;

  @Test
  void shouldTakeTheInterfaceFromTheCommandWhereLinesDoNotNameIt() {
    shouldBeOfEns3("root@node7:~# tc -s qdisc show dev ens3\n" + QDISCS.replace("DEV", ""));
  }

  @Test
  void shouldTakeTheInterfaceFromTheLines() {
    shouldBeOfEns3("root@node7:~# tc -s qdisc\n" + QDISCS.replace("DEV", "dev ens3 "));
  }

  @Test
  void shouldReadThemOfAnInterfaceThatNobodyNames() {
    FactSet facts = Read.allOf("tc", QDISCS.replace("DEV", ""));

    assertThat(facts.number(Subject.netdev("unnamed"), "counter.qdisc.8001:.dropped").get())
        .isEqualTo(2);
  }

  private static void shouldBeOfEns3(String text) {
    FactSet facts = Read.allOf("tc", text);
    Subject ens3 = Subject.netdev("ens3");

    assertThat(facts.text(ens3, "qdisc.8001:").get()).isEqualTo("mqprio");
    assertThat(facts.text(ens3, "qdisc.0:.options").get())
        .isEqualTo("parent 8001:1 limit 10240p flows 1024");
    assertThat(facts.number(ens3, "counter.qdisc.8001:.dropped").get()).isEqualTo(2);
    assertThat(facts.number(ens3, "counter.qdisc.0:.bytes").get()).isEqualTo(70);
  }
}
