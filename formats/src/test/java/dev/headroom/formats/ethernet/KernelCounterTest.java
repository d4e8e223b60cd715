package dev.headroom.formats.ethernet;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.formats.fact.FactSet;
import dev.headroom.formats.fact.Subject;
import dev.headroom.formats.read.Read;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** One counter has one name, whichever tool shows it, in whichever release. */
final class KernelCounterTest {
  @ParameterizedTest
  @ValueSource(
      strings = {
        """
        4: eth4: <BROADCAST,MULTICAST,UP,LOWER_UP> mtu 9000 qdisc mq state UP qlen 1000
            RX: bytes  packets  errors  dropped overrun mcast
            13619506   1745618  0       179     3       12119074
            RX errors: length  crc     frame   fifo    missed
                       0       5       0       12      40211
        """,
        """
        4: eth4: <BROADCAST,MULTICAST,UP,LOWER_UP> mtu 9000 qdisc mq state UP qlen 1000
            RX:  bytes packets errors dropped  missed   mcast
              13619506 1745618      0     179   40211   12119074
            RX errors:  length    crc   frame    fifo overrun
                             0      5       0      12       3
        """,
        """
        [{"ifindex":4,"ifname":"eth4","mtu":9000,"stats64":{"rx":{"bytes":13619506,"packets":1745618,
        "errors":0,"dropped":179,"over_errors":3,"multicast":12119074,"crc_errors":5,"fifo_errors":12,"missed_errors":40211}}}]
        """
      })
  void shouldBeNamedAsInSysfs(String text) {
    FactSet facts = Read.host(text).facts();
    Subject eth4 = Subject.netdev("eth4");

    assertThat(facts.number(eth4, "counter.rx_packets").get()).isEqualTo(1745618);
    assertThat(facts.number(eth4, "counter.rx_dropped").get()).isEqualTo(179);
    assertThat(facts.number(eth4, "counter.rx_missed_errors").get()).isEqualTo(40211);
    assertThat(facts.number(eth4, "counter.rx_over_errors").get()).isEqualTo(3);
    assertThat(facts.number(eth4, "counter.rx_crc_errors").get()).isEqualTo(5);
    assertThat(facts.number(eth4, "counter.rx_fifo_errors").get()).isEqualTo(12);
  }
}
