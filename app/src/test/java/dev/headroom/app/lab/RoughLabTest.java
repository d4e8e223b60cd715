package dev.headroom.app.lab;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The kernel's soft-RoCE at the far end of a path that loses 1 % of the RoCEv2 packets of each
 * direction, doubles 1 % and lets others overtake 1 %: nothing is lost, doubled or changed.
 */
final class RoughLabTest {
  private static final String GUEST_NUMBER = "1";
  private static final String SHARE = "0.01";
  private static final Pattern FATE =
      Pattern.compile("(forth|back): (\\d+) packets, (\\d+) lost, (\\d+) doubled, (\\d+) late");

  private Lab.Running path;

  @BeforeAll
  static void needTheLab() {
    Lab.need();
  }

  @BeforeEach
  void cutTheWay() throws Exception {
    Lab.change("cut", GUEST_NUMBER);
    path =
        Lab.java(
            RoughPath.class.getName(),
            List.of("near" + GUEST_NUMBER, "far" + GUEST_NUMBER, "7", SHARE));
    path.awaitText("rough path is open");
  }

  @AfterEach
  void mendTheWay() throws Exception {
    path.stop();
    Lab.change("mend", GUEST_NUMBER);
  }

  @Test
  void shouldPingRpingWithEveryByteRight() throws Exception {
    int pings = 300;
    Lab.Running server = Lab.guest("rping -s -a 10.77.0.2 -V -C " + pings + " -S 10000");
    Thread.sleep(1500);
    Lab.Said said =
        headroom("ping", Lab.GUEST, "-V", "--json", "-C", "" + pings, "-S", "10000").end(200);
    assertThat(said.code()).as(said.text()).isZero();
    assertThat(said.text()).contains("\"pings\": " + pings, "\"spoiled\": 0");
    assertThat(server.end(60).text()).contains("DISCONNECT");
    assertRough();
  }

  @Test
  void shouldBePingedByRpingWithEveryByteRight() throws Exception {
    int pings = 300;
    Lab.Running server = headroom("ping", "-V", "--json");
    server.awaitText("waiting");
    Lab.Said client = Lab.guest("rping -c -a 10.77.0.1 -V -C " + pings + " -S 10000").end(200);
    assertThat(client.code()).as(client.text()).isZero();
    assertThat(client.text()).doesNotContain("mismatch");
    Lab.Said said = server.end(60);
    assertThat(said.code()).as(said.text()).isZero();
    assertThat(said.text()).contains("\"pings\": " + pings, "\"spoiled\": 0");
    assertRough();
  }

  @ParameterizedTest
  @CsvSource({"4096,1000", "100000,50"})
  void shouldPlayPingPongBothWaysWithEveryByteRight(int bytes, int count) throws Exception {
    String options = " -g 1 -c -n " + count + " -s " + bytes;
    String[] ours = {"--pingpong", "-c", "--json", "-n", "" + count, "-s", "" + bytes};
    Lab.Running server = Lab.guest("ibv_rc_pingpong" + options);
    Thread.sleep(1500);
    Lab.Said client = headroom(joined(new String[] {"ping", Lab.GUEST}, ours)).end(120);
    assertThat(client.code()).as(client.text()).isZero();
    assertThat(client.text()).contains("\"spoiled\": 0", "\"pings\": " + count);
    assertThat(server.end(60).text()).contains(count + " iters").doesNotContain("invalid");

    Lab.Running serving = headroom(joined(new String[] {"ping"}, ours));
    serving.awaitText("waiting");
    assertThat(Lab.guest("ibv_rc_pingpong" + options + " 10.77.0.1").end(120).text())
        .contains(count + " iters")
        .doesNotContain("invalid");
    Lab.Said said = serving.end(60);
    assertThat(said.text()).contains("\"spoiled\": 0", "\"pings\": " + count);
    assertThat(said.code()).isZero();
    assertRough();
  }

  @ParameterizedTest
  @CsvSource({"write_bw,4096", "send_bw,4096", "read_bw,4096", "atomic_bw,8"})
  void shouldEndWhatPerftestBeginsBothWays(String test, int bytes) throws Exception {
    String options = "-n 500 -s " + bytes;
    Lab.Running server = Lab.guest("ib_" + test + " -F " + options);
    Thread.sleep(1500);
    Lab.Said ours =
        headroom(joined(new String[] {"perf", test, Lab.GUEST}, options.split(" "))).end(120);
    assertThat(ours.code()).as(ours.text()).isZero();
    assertThat(server.end(60).code()).isZero();

    Lab.Running serving = headroom(joined(new String[] {"perf", test}, options.split(" ")));
    serving.awaitText("waiting");
    Lab.Said client = Lab.guest("ib_" + test + " -F " + options + " 10.77.0.1").end(120);
    assertThat(client.code()).as(client.text()).isZero();
    assertThat(serving.end(60).code()).isZero();
    assertRough();
  }

  /** Each of the three has happened in each direction, as often as it should. */
  private void assertRough() throws InterruptedException {
    String said = path.interrupt();
    Matcher fate = FATE.matcher(said);
    int ways = 0;
    while (fate.find()) {
      ways++;
      long packets = Long.parseLong(fate.group(2));
      assertThat(packets).as(said).isGreaterThan(500);
      for (int kind = 3; kind <= 5; kind++) {
        assertThat(Long.parseLong(fate.group(kind)) / (double) packets)
            .as(said)
            .isBetween(0.002, 0.03);
      }
    }
    assertThat(ways).as(said).isEqualTo(2);
  }

  private static Lab.Running headroom(String... arguments) throws Exception {
    return Lab.headroom(joined(arguments, "--bind", Lab.HERE));
  }

  private static String[] joined(String[] first, String... more) {
    List<String> all = new ArrayList<>(List.of(first));
    all.addAll(List.of(more));
    return all.toArray(String[]::new);
  }
}
