package dev.headroom.formats.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.formats.fact.FactSet;
import dev.headroom.formats.fact.Subject;
import dev.headroom.formats.read.Read;
import dev.headroom.formats.read.SurroundingText;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** One counter has one name, whoever prints it. */
final class NetstatReaderTest {
  /** Of net-tools 1.60 and 2.10, grep, nstat and the kernel itself. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "netstat|Tcp:%    7 segments send out%    42 segments retransmited%",
        "netstat|Tcp:%    7 segments sent out%    42 segments retransmitted%",
        "netstat|'    42 segments retransmited%'",
        "nstat|TcpRetransSegs 42 0.0%",
        "proc-net|Tcp: OutSegs RetransSegs%Tcp: 7 42%",
      })
  void shouldCallRetransmissionsAlike(String kind, String text) {
    FactSet facts = Read.allOf(kind, text.replace('%', '\n'));

    assertThat(facts.number(Subject.host(), "counter.TcpRetransSegs").get()).isEqualTo(42);
  }

  @Test
  void shouldTellWhatIsInCountersOfOneName() {
    FactSet facts =
        Read.allOf(
            "netstat",
            """
            Udp:
                9 packets received
            Icmp:
                ICMP input histogram:
                    echo requests: 3
                ICMP output histogram:
                    echo requests: 5
            TcpExt:
                Quick ack mode was activated 11 times
                TCPBacklogDrop: 4
            """);

    assertThat(value(facts, "UdpInDatagrams")).isEqualTo(9);
    assertThat(value(facts, "netstat.icmp.icmp-input-histogram.echo-requests")).isEqualTo(3);
    assertThat(value(facts, "netstat.icmp.icmp-output-histogram.echo-requests")).isEqualTo(5);
    assertThat(value(facts, "netstat.tcpext.quick-ack-mode-was-activated-times")).isEqualTo(11);
    assertThat(value(facts, "TcpExtTCPBacklogDrop")).isEqualTo(4);
  }

  /** A number in a person's sentence is no counter, nor is a title over nothing. */
  @ParameterizedTest
  @CsvSource({"We lost 42 packets received by it", "Tcp:", "'    42 packets received'"})
  void shouldLeaveSentencesAlone(String text) {
    assertThat(Read.text(text + "\n").sections())
        .allSatisfy(section -> assertThat(section.kind()).isEqualTo(SurroundingText.TEXT));
  }

  private static long value(FactSet facts, String counter) {
    return facts.number(Subject.host(), "counter." + counter).get();
  }
}
