package dev.headroom.formats.switches;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.formats.fact.Fact;
import dev.headroom.formats.fact.FactSet;
import dev.headroom.formats.fact.Subject;
import dev.headroom.formats.fact.SubjectKind;
import dev.headroom.formats.read.Read;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Forms are those of ntc-templates' samples; numbers are ours, each another one. */
final class ShowInterfaceReaderTest {
  @Test
  void shouldGiveEachCounterOfEosItsOwnName() {
    FactSet facts =
        Read.allOf(
            "switch-interface",
            """
            Ethernet7 is up, line protocol is up (connected)
              Hardware is Ethernet, address is 0800.27dc.5443
              Description: 4 NICs on node 12
              IP MTU 9214 bytes , BW 10000000 kbit
              Full-duplex, 100Gb/s, auto negotiation: off, uni-link: unknown
              Up 14 minutes, 2 seconds
              1 link status changes since last clear
              Last clearing of "show interface" counters 6 days, 11:19:37 ago
              5 minutes input rate 11 bps (0.0% with framing overhead), 21 packets/sec
              5 minutes output rate 12 bps (0.0% with framing overhead), 22 packets/sec
                 101 packets input, 102 bytes
                 Received 103 broadcasts, 104 multicast
                 105 runts, 106 giants
                 107 input errors, 108 CRC, 109 alignment, 110 symbol, 111 input discards
                 112 PAUSE input
                 113 packets output, 114 bytes
                 Sent 115 broadcasts, 116 multicast
                 117 output errors, 118 collisions
                 119 late collision, 120 deferred, 121 output discards
            """);

    assertThat(counters(facts, "Ethernet7"))
        .containsExactly(
            "link-status-changes-since-last-clear 1",
            "packets-input 101",
            "bytes-input 102",
            "broadcasts-received 103",
            "multicast-received 104",
            "runts 105",
            "giants 106",
            "input-errors 107",
            "crc 108",
            "alignment 109",
            "symbol 110",
            "input-discards 111",
            "pause-input 112",
            "packets-output 113",
            "bytes-output 114",
            "broadcasts-sent 115",
            "multicast-sent 116",
            "output-errors 117",
            "collisions 118",
            "late-collision 119",
            "deferred 120",
            "output-discards 121");
  }

  /** Management ports write Rx where others write RX. */
  @Test
  void shouldPartTheWaysOfNxos() {
    FactSet facts =
        Read.allOf(
            "switch-interface",
            """
            mgmt0 is up
            admin state is up,
              Hardware: GigabitEthernet, address: 5087.89a1.d8ce (bia 5087.89a1.d8ce)
              full-duplex, 100 Mb/s
              1 minute input rate 744 bits/sec, 3 packets/sec
              Load-Interval #2: 5 minute (300 seconds)
              Rx
                201 input packets 202 unicast packets 203 multicast packets
                204 broadcast packets 205 bytes
              Tx
                206 output packets 207 unicast packets 208 multicast packets
                209 broadcast packets 210 bytes
            """);

    assertThat(counters(facts, "mgmt0"))
        .containsExactly(
            "rx.input-packets 201",
            "rx.unicast-packets 202",
            "rx.multicast-packets 203",
            "rx.broadcast-packets 204",
            "rx.bytes 205",
            "tx.output-packets 206",
            "tx.unicast-packets 207",
            "tx.multicast-packets 208",
            "tx.broadcast-packets 209",
            "tx.bytes 210");
  }

  /** As people paste it into tests and mails. */
  @Test
  void shouldReadPortsThatAreSetIn() {
    FactSet facts =
        Read.allOf(
            "switch-interface",
            """
                mgmt0 is up
                  admin state is up
                  Hardware: Ethernet, address: 5254.00ff.9c38 (bia 5254.00ff.9c38)
                  Rx
                    2 input packets 0 unicast packets 5 multicast packets
                Ethernet2/1 is up
                  admin state is up, Dedicated Interface
                    RX
                      0 runts  0 giants  3 CRC/FCS  0 no buffer
            """
                .indent(4));

    assertThat(counters(facts, "mgmt0"))
        .containsExactly("rx.input-packets 2", "rx.unicast-packets 0", "rx.multicast-packets 5");
    assertThat(counters(facts, "Ethernet2/1")).contains("rx.crc-fcs 3");
  }

  @Test
  void shouldTellOs10sSizesOfPacketsApart() {
    FactSet facts =
        Read.allOf(
            "switch-interface",
            """
            Ethernet 1/1/7 is up, line protocol is up
            Hardware is Eth, address is 34:17:eb:f2:25:c6
            Input statistics:
                 301 packets, 302 octets
                 303 64-byte pkts, 304 over 64-byte pkts, 305 over 127-byte pkts
                 306 CRC, 307 overrun, 308 discarded
            """);

    assertThat(counters(facts, "Ethernet1/1/7"))
        .containsExactly(
            "rx.packets 301",
            "rx.octets 302",
            "rx.64-byte-pkts 303",
            "rx.over-64-byte-pkts 304",
            "rx.over-127-byte-pkts 305",
            "rx.crc 306",
            "rx.overrun 307",
            "rx.discarded 308");
  }

  private static List<String> counters(FactSet facts, String port) {
    return facts.firstFactsOf(new Subject(SubjectKind.SWITCH_PORT, port)).stream()
        .filter(fact -> fact.key().startsWith("counter."))
        .map(ShowInterfaceReaderTest::told)
        .toList();
  }

  private static String told(Fact fact) {
    return fact.key().substring("counter.".length()) + " " + fact.value();
  }
}
