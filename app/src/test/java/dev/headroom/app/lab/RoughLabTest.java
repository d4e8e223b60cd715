package dev.headroom.app.lab;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.wire.connect.SideChannel;
import dev.headroom.wire.pingpong.Rping;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The kernel's soft-RoCE at the far end of a path that loses 1 % of the RoCEv2 packets of each
 * direction, doubles 1 % and lets others overtake 1 %: nothing is lost, doubled or changed.
 */
@NeedsLab
final class RoughLabTest {
  private RoughStretch path;

  @BeforeEach
  void cutTheWay() throws Exception {
    path = RoughStretch.before(1);
  }

  @AfterEach
  void mendTheWay() throws Exception {
    path.close();
  }

  @Test
  void shouldPingRpingWithEveryByteRight() throws Exception {
    int pings = 300;
    Lab.Running server = Lab.guest("rping -s -a 10.77.0.2 -V -C " + pings + " -S 10000");
    Lab.awaitManagedListener(1, Rping.PORT);
    Lab.Said said =
        headroom("ping", Lab.GUEST, "-V", "--json", "-C", "" + pings, "-S", "10000").end(200);
    assertThat(said.code()).as(said.text()).isZero();
    assertThat(said.text()).contains("\"pings\": " + pings, "\"spoiled\": 0");
    assertThat(server.end(60).text()).contains("DISCONNECT");
    path.assertRough();
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
    path.assertRough();
  }

  @ParameterizedTest
  @CsvSource({"4096,1000", "100000,50"})
  void shouldPlayPingPongBothWaysWithEveryByteRight(int bytes, int count) throws Exception {
    String options = " -g 1 -c -n " + count + " -s " + bytes;
    String[] ours = {"--pingpong", "-c", "--json", "-n", "" + count, "-s", "" + bytes};
    Lab.Running server = Lab.guest("ibv_rc_pingpong" + options);
    Lab.awaitListeners(1, SideChannel.PORT);
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
    path.assertRough();
  }

  @ParameterizedTest
  @CsvSource({"write_bw,4096", "send_bw,4096", "read_bw,4096", "atomic_bw,8"})
  void shouldEndWhatPerftestBeginsBothWays(String test, int bytes) throws Exception {
    String options = "-n 500 -s " + bytes;
    Lab.Running server = Lab.guest("ib_" + test + " -F " + options);
    Lab.awaitListeners(1, SideChannel.PORT);
    Lab.Said ours =
        headroom(joined(new String[] {"perf", test, Lab.GUEST}, options.split(" "))).end(120);
    assertThat(ours.code()).as(ours.text()).isZero();
    assertThat(server.end(60).code()).isZero();

    Lab.Running serving = headroom(joined(new String[] {"perf", test}, options.split(" ")));
    serving.awaitText("waiting");
    Lab.Said client = Lab.guest("ib_" + test + " -F " + options + " 10.77.0.1").end(120);
    assertThat(client.code()).as(client.text()).isZero();
    assertThat(serving.end(60).code()).isZero();
    path.assertRough();
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
