package dev.headroom.app.lab;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.wire.connect.SideChannel;
import dev.headroom.wire.pingpong.Rping;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@code headroom ping} against rping and ibv_rc_pingpong on the kernel's soft-RoCE. */
@NeedsLab
final class PingLabTest {
  /** The kernel gives the RDMA device a GID for a new address in its own time. */
  private static final String UNTIL_IT_HAS_A_GID =
      "until grep -q fd77 /sys/class/infiniband/rxe0/ports/1/gids/[0-9]; do sleep 1; done";

  /** As many as a test can wait for in an emulated guest; {@code -Dheadroom.lab.pings=10000}. */
  private static final int PINGS = Integer.getInteger("headroom.lab.pings", 1000);

  /** An emulated guest on a busy machine may not get to answering within eight times 67 ms. */
  private static final String PATIENT = "17";

  private static final String HERE_6 = "fd77::1";
  private static final String GUEST_6 = "fd77::2";

  @ParameterizedTest
  @CsvSource({"64,true", "40000,false"})
  void shouldPingRping(int bytes, boolean all) throws Exception {
    int pings = all ? PINGS : 50;
    Lab.Running server = Lab.guest("rping -s -a 10.77.0.2 -V -C " + pings + " -S " + bytes);
    Lab.awaitManagedListener(1, Rping.PORT);
    Lab.Said said =
        Lab.headroom(
                "ping",
                Lab.GUEST,
                "--bind",
                Lab.HERE,
                "-V",
                "--json",
                "-C",
                "" + pings,
                "-S",
                "" + bytes)
            .end(400);
    assertThat(said.code()).as(said.text()).isZero();
    assertThat(said.text()).contains("\"pings\": " + pings, "\"spoiled\": 0");
    assertThat(server.end(60).text()).contains("DISCONNECT");
  }

  @ParameterizedTest
  @CsvSource({"64,true", "40000,false"})
  void shouldBePingedByRping(int bytes, boolean all) throws Exception {
    int pings = all ? PINGS : 50;
    Lab.Running server = Lab.headroom("ping", "--bind", Lab.HERE, "-V", "--json");
    server.awaitText("waiting");
    Lab.Said client = Lab.guest("rping -c -a 10.77.0.1 -V -C " + pings + " -S " + bytes).end(400);
    assertThat(client.code()).as(client.text()).isZero();
    assertThat(client.text()).doesNotContain("mismatch");
    Lab.Said said = server.end(60);
    assertThat(said.code()).as(said.text()).isZero();
    assertThat(said.text()).contains("\"pings\": " + pings, "\"spoiled\": 0");
  }

  @ParameterizedTest
  @CsvSource({"2,1000", "4096,1000", "1048576,20"})
  void shouldPlayPingPongBothWays(int bytes, int count) throws Exception {
    String options = " -g 1 -c -n " + count + " -s " + bytes;
    String[] ours = {
      "-n", "" + count, "-s", "" + bytes, "-u", PATIENT, "-c", "--json", "--pingpong"
    };
    Lab.Running server = Lab.guest("ibv_rc_pingpong" + options);
    Lab.awaitListeners(1, SideChannel.PORT);
    Lab.Said client = Lab.headroom(arguments(ours, "ping", Lab.GUEST)).end(120);
    assertThat(client.code()).as(client.text()).isZero();
    assertThat(client.text()).contains("\"spoiled\": 0", "\"pings\": " + count);
    assertThat(server.end(30).text()).contains(count + " iters").doesNotContain("invalid");

    Lab.Running serving = Lab.headroom(arguments(ours, "ping"));
    serving.awaitText("waiting");
    assertThat(Lab.guest("ibv_rc_pingpong" + options + " 10.77.0.1").end(120).text())
        .contains(count + " iters");
    Lab.Said said = serving.end(60);
    assertThat(said.text()).contains("\"spoiled\": 0", "\"pings\": " + count);
    assertThat(said.code()).isZero();
  }

  /** The connection manager, the packets and ibv_rc_pingpong's TCP over IPv6. */
  @Test
  void shouldPingAndBePingedOverIpv6() throws Exception {
    Lab.change("run", "ip", "-6", "address", "replace", HERE_6 + "/64", "dev", "lab", "nodad");
    // In words that busybox's ip knows, too: its shell takes that before the other one.
    String add =
        "echo 0 > /proc/sys/net/ipv6/conf/eth0/accept_dad; ip -6 address add "
            + GUEST_6
            + "/64 dev eth0; ";
    assertThat(Lab.guest(add + UNTIL_IT_HAS_A_GID).end(90).code()).isZero();

    Lab.Running server = Lab.guest("rping -s -a " + GUEST_6 + " -V -C 100 -S 5000");
    Lab.awaitManagedListener(1, Rping.PORT);
    Lab.Said said =
        Lab.headroom("ping", GUEST_6, "--bind", HERE_6, "-V", "--json", "-C", "100", "-S", "5000")
            .end(120);
    assertThat(said.code()).as(said.text()).isZero();
    assertThat(said.text()).contains("\"pings\": 100", "\"spoiled\": 0");
    assertThat(server.end(60).text()).contains("DISCONNECT");

    Lab.Running serving = Lab.headroom("ping", "--bind", HERE_6, "-V", "--json");
    serving.awaitText("waiting");
    Lab.Said client = Lab.guest("rping -c -a " + HERE_6 + " -V -C 100 -S 5000").end(120);
    assertThat(client.code()).as(client.text()).isZero();
    assertThat(client.text()).doesNotContain("mismatch");
    assertThat(serving.end(60).text()).contains("\"pings\": 100", "\"spoiled\": 0");

    Lab.Running playing =
        Lab.headroom(
            "ping", "--pingpong", "--bind", HERE_6, "-c", "--json", "-n", "200", "-u", PATIENT);
    playing.awaitText("waiting");
    String gid = "$(grep -l fd77 /sys/class/infiniband/rxe0/ports/1/gids/[0-9] | sed 's,.*/,,')";
    client = Lab.guest("ibv_rc_pingpong -c -n 200 -g " + gid + " " + HERE_6).end(120);
    assertThat(client.text()).contains("200 iters").doesNotContain("invalid");
    assertThat(playing.end(60).text()).contains("\"pings\": 200", "\"spoiled\": 0");
  }

  @Test
  void shouldSayWhyNobodyAnswers() throws Exception {
    Lab.Said refused = Lab.headroom("ping", Lab.GUEST, "--bind", Lab.HERE, "-p", "9").end(60);
    assertThat(refused.code()).isEqualTo(3);
    assertThat(refused.text())
        .contains("rejected the connection: invalid service ID: no server listens there");
  }

  private static String[] arguments(String[] options, String... first) {
    List<String> all = new ArrayList<>(List.of(first));
    all.addAll(List.of("--bind", Lab.HERE));
    all.addAll(List.of(options));
    return all.toArray(String[]::new);
  }
}
