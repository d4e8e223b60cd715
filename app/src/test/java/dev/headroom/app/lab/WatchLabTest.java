package dev.headroom.app.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.headroom.app.PlayedFleet;
import dev.headroom.collect.fleet.FleetOptions;
import dev.headroom.collect.fleet.FleetTarget;
import dev.headroom.collect.fleet.KeptConnections;
import dev.headroom.collect.fleet.PlayedSsh;
import dev.headroom.prove.alarm.AlarmEngine;
import dev.headroom.prove.alarm.AlarmEvent;
import dev.headroom.prove.alarm.AlarmTable;
import dev.headroom.prove.sample.RemoteMachine;
import dev.headroom.prove.watch.Watch;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyPair;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import org.apache.sshd.common.config.keys.AuthorizedKeyEntry;
import org.apache.sshd.common.config.keys.KeyUtils;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A watch over a guest whose kernel loses a link of its soft-RoCE and gets it back. The guest has
 * no server of SSH: one of this test hands its scripts on. The link is a second one, beside that by
 * which the guest is reached. The clock is the test's, as an alarm stays for ten minutes.
 */
@NeedsLab
@Tag("whole")
final class WatchLabTest {
  private static final int GUEST = 1;
  private static final String DEVICE = "rxe7";

  @TempDir private Path folder = Path.of("");

  private Instant now = Instant.parse("2026-01-01T00:00:00Z");

  @Test
  void shouldTellOfALinkThatIsKilledAndThatItIsBack() throws Exception {
    boolean made =
        guest(
                "ip link add link7 type dummy && ip link set link7 up"
                    + " && rdma link add rxe7 type rxe netdev link7"
                    + " && /usr/bin/grep -c --null lab /proc/cmdline && echo made")
            .contains("made");
    try {
      assumeTrue(made, "the guest takes no second soft-RoCE device, or has no GNU grep");
      watch();
    } finally {
      guest("rdma link delete rxe7; ip link delete link7");
    }
  }

  private void watch() throws Exception {
    KeyPair own = PlayedFleet.key();
    KeyPair user = PlayedFleet.key();
    Path key = PlayedFleet.identity(user, folder.resolve("key"));
    try (PlayedSsh server =
            new PlayedSsh(
                "127.0.0.1",
                0,
                own,
                (_, offered) -> KeyUtils.compareKeys(offered, user.getPublic()),
                WatchLabTest::handOn);
        KeptConnections connections =
            new KeptConnections(
                FleetOptions.usual()
                    .knownHosts(
                        Files.writeString(
                            folder.resolve("known_hosts"),
                            "[127.0.0.1]:%d %s%n"
                                .formatted(
                                    server.port(), AuthorizedKeyEntry.toString(own.getPublic()))))
                    .identity(key)
                    .working(Duration.ofSeconds(100)));
        Watch watch =
            new Watch(
                List.of(
                    RemoteMachine.host(
                        connections,
                        new FleetTarget("root", "127.0.0.1", server.port()),
                        () -> now)),
                new AlarmEngine(AlarmTable.all()),
                () -> now,
                Optional.empty(),
                1)) {
      List<AlarmEvent> events = rounds(watch, 3, Duration.ofSeconds(30));
      assertThat(events).as("before").noneMatch(WatchLabTest::isOfTheLink);

      guest("ip link set link7 down");
      events = rounds(watch, 4, Duration.ofSeconds(30));
      assertThat(events)
          .filteredOn(WatchLabTest::isOfTheLink)
          .singleElement()
          .satisfies(event -> assertThat(event.fired()).isTrue());

      guest("ip link set link7 up");
      events = rounds(watch, 8, Duration.ofMinutes(2));
      assertThat(events)
          .filteredOn(WatchLabTest::isOfTheLink)
          .singleElement()
          .satisfies(event -> assertThat(event.fired()).isFalse());
    }
  }

  private static boolean isOfTheLink(AlarmEvent event) {
    return event.alarm().rule().name().equals("RdmaLinkDown")
        && DEVICE.equals(event.alarm().labels().get("device"));
  }

  private List<AlarmEvent> rounds(Watch watch, int times, Duration apart) throws Exception {
    List<AlarmEvent> events = new ArrayList<>();
    for (int i = 0; i < times; i++) {
      now = now.plus(apart);
      Watch.Round round = watch.round();
      assertThat(round.state().unreachable()).isEmpty();
      events.addAll(round.events());
    }
    return events;
  }

  private static String guest(String command) throws IOException, InterruptedException {
    return Lab.guest(GUEST, command).end(120).text();
  }

  /**
   * Runs a script in the guest. Its shell takes programs of its own before those in files, so grep
   * has its path; the lab's script passes text on and no NUL.
   */
  private static int handOn(PlayedSsh.Session session) throws IOException, InterruptedException {
    String script =
        new String(session.in().readAllBytes(), StandardCharsets.UTF_8)
            .replace("grep --null", "/usr/bin/grep --null")
            .replace("\nexit 0\n", "\n");
    String printed = guest("{\n" + script + "\n} 2>/dev/null | base64");
    session.out().write(Base64.getMimeDecoder().decode(printed));
    return 0;
  }
}
