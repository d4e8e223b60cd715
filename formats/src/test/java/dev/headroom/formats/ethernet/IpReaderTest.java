package dev.headroom.formats.ethernet;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.formats.fact.Fact;
import dev.headroom.formats.fact.FactSet;
import dev.headroom.formats.fact.Subject;
import dev.headroom.formats.fact.SubjectKind;
import dev.headroom.formats.read.Read;
import org.junit.jupiter.api.Test;

/** Whose counters are whose, and how older releases word an interface. */
final class IpReaderTest {
  @Test
  void shouldNotTakeCountersOfVirtualFunctionsForThoseOfTheInterface() {
    FactSet facts =
        Read.allOf(
            "ip",
            """
            5: ens7: <BROADCAST,MULTICAST,UP,LOWER_UP> mtu 9000 qdisc mq state UP mode DEFAULT
                link/ether 02:00:00:00:00:07 brd ff:ff:ff:ff:ff:ff
                RX: bytes  packets  errors  dropped missed  mcast
                4000       40       0       4       0       0
                TX: bytes  packets  errors  dropped carrier collsns
                5000       50       0       0       0       0
                vf 0     link/ether 02:00:00:00:01:00 brd ff:ff:ff:ff:ff:ff, trust off
                RX: bytes  packets  mcast   bcast   dropped
                600        6        0       1       60
                TX: bytes  packets   dropped
                700        7        0
                vf 1     link/ether 02:00:00:00:01:01 brd ff:ff:ff:ff:ff:ff, trust off
                RX: bytes  packets  mcast   bcast   dropped
                800        8        0       1       80
                altname enp7s0
            """);
    Subject whole = Subject.netdev("ens7");
    Subject second = new Subject(SubjectKind.ITEM, "ens7 vf 1");

    assertThat(facts.all(whole, "counter.rx_dropped")).extracting(Fact::value).containsExactly("4");
    assertThat(facts.number(second, "counter.rx_dropped").get()).isEqualTo(80);
    assertThat(facts.text(whole, "ip.more").get()).isEqualTo("altname enp7s0");
    assertThat(facts.subjects(SubjectKind.NETDEV)).containsExactly(whole);
  }

  @Test
  void shouldReadIfconfigAsItOnceWas() {
    FactSet facts =
        Read.allOf(
            "ip",
            """
            eth7      Link encap:Ethernet  HWaddr 02:00:00:00:0A:07
                      inet addr:10.7.0.9  Bcast:10.7.0.255  Mask:255.255.255.0
                      inet6 addr: fe80::aff:fe00:a07/64 Scope:Link
                      UP BROADCAST RUNNING MULTICAST  MTU:9000  Metric:1
            """);
    Subject eth7 = Subject.netdev("eth7");

    assertThat(facts.number(eth7, "mtu").get()).isEqualTo(9000);
    assertThat(facts.text(eth7, "flags").get()).isEqualTo("UP,BROADCAST,RUNNING,MULTICAST");
    assertThat(facts.text(eth7, "address").get()).isEqualTo("02:00:00:00:0a:07");
    assertThat(facts.text(eth7, "address.0").get()).isEqualTo("10.7.0.9");
    assertThat(facts.text(eth7, "address.1").get()).isEqualTo("fe80::aff:fe00:a07/64");
  }
}
