package dev.headroom.formats.ethernet;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.formats.fact.FactSet;
import dev.headroom.formats.fact.Subject;
import dev.headroom.formats.read.Read;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What iproute2's short forms (ip(8), -brief and -oneline) say is what its long one says. */
final class IpBriefReaderTest {
  private static final Subject ETH4 = Subject.netdev("eth4");

  private static final String LONG =
      """
      1: lo: <LOOPBACK,UP,LOWER_UP> mtu 65536 qdisc noqueue state UNKNOWN group default qlen 1000
          link/loopback 00:00:00:00:00:00 brd 00:00:00:00:00:00
          inet 127.0.0.1/8 scope host lo
             valid_lft forever preferred_lft forever
      5: eth4: <BROADCAST,MULTICAST,UP,LOWER_UP> mtu 9000 qdisc mq state UP group default qlen 1000
          link/ether b8:59:9f:12:34:56 brd ff:ff:ff:ff:ff:ff
          inet 10.7.0.5/24 metric 100 brd 10.7.0.255 scope global eth4
             valid_lft forever preferred_lft forever
          inet6 fe80::ba59:9fff:fe12:3456/64 scope link
             valid_lft forever preferred_lft forever
      """;

  private static void shouldAgree(FactSet shorter, String... keys) {
    FactSet whole = Read.allOf("ip", LONG);
    for (String key : keys) {
      assertThat(shorter.text(ETH4, key).get()).as(key).isEqualTo(whole.text(ETH4, key).get());
    }
  }

  @Test
  void shouldSayWhatTheLongFormSays() {
    shouldAgree(
        Read.allOf(
            "ip-brief",
            """
            [root@n1 ~]# ip -br addr
            lo               UNKNOWN        127.0.0.1/8 ::1/128
            eno2             DOWN
            eth4             UP             10.7.0.5/24 metric 100 fe80::ba59:9fff:fe12:3456/64
            """),
        "operstate",
        "address.0",
        "address.0.kind",
        "address.1",
        "address.1.kind");
    shouldAgree(
        Read.allOf(
            "ip-brief",
            """
            lo               UNKNOWN        00:00:00:00:00:00 <LOOPBACK,UP,LOWER_UP>
            eth4             UP             b8:59:9f:12:34:56 <BROADCAST,MULTICAST,UP,LOWER_UP>
            """),
        "operstate",
        "address",
        "flags");
    shouldAgree(
        Read.allOf(
            "ip-brief",
            """
            5: eth4    inet 10.7.0.5/24 metric 100 brd 10.7.0.255 scope global eth4\\       valid_lft forever preferred_lft forever
            5: eth4    inet6 fe80::ba59:9fff:fe12:3456/64 scope link \\       valid_lft forever preferred_lft forever
            """),
        "ifindex",
        "address.0",
        "address.1",
        "address.1.kind");
    shouldAgree(
        Read.allOf(
            "ip",
            """
            5: eth4: <BROADCAST,MULTICAST,UP,LOWER_UP> mtu 9000 qdisc mq state UP mode DEFAULT group default qlen 1000\\    link/ether b8:59:9f:12:34:56 brd ff:ff:ff:ff:ff:ff
            """),
        "mtu",
        "operstate",
        "address");
  }

  /** An interface of a pod and its peer, a tunnel, an interface with no address at all. */
  @Test
  void shouldReadOtherInterfaces() {
    FactSet facts =
        Read.allOf(
            "ip-brief",
            """
            eth0@if15        UP             10.244.1.7/24
            tun0             UNKNOWN        10.8.0.2 peer 10.8.0.1/32
            ib0              UP             00:00:10:49:fe:80:00:00:00:00:00:00:b8:59:9f:03:00:12:34:56 <BROADCAST,MULTICAST,UP,LOWER_UP>
            eno3             DOWN
            """);
    assertThat(facts.text(Subject.netdev("eth0"), "name").get()).isEqualTo("eth0@if15");
    assertThat(facts.text(Subject.netdev("tun0"), "address.peer").get()).isEqualTo("10.8.0.1/32");
    assertThat(facts.text(Subject.netdev("ib0"), "address").get()).startsWith("00:00:10:49:fe:80");
    assertThat(facts.text(Subject.netdev("eno3"), "operstate").get()).isEqualTo("DOWN");
  }

  @Test
  void shouldReadALineThatIsCutAtItsEnd() {
    assertThat(Read.text("5: eth4: <UP> \\\\\n").notes()).isEmpty();
  }

  @Test
  void shouldTakeNoOtherWords() {
    for (String line : List.of("Port DOWN", "Ethernet8 UP", "link UNKNOWN state", "mlx5_0 DOWN")) {
      assertThat(Read.text(line + "\n").sections())
          .extracting(each -> each.kind().id())
          .as(line)
          .doesNotContain("ip-brief");
    }
  }
}
