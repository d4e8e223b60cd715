package dev.headroom.app.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.app.Headroom;
import dev.headroom.collect.machine.MachineView;
import dev.headroom.prove.alarm.AlarmEngine;
import dev.headroom.prove.alarm.AlarmEvent;
import dev.headroom.prove.alarm.AlarmTable;
import dev.headroom.prove.alarm.Incident;
import dev.headroom.prove.sample.LocalMachine;
import dev.headroom.prove.sample.SampleSource;
import dev.headroom.prove.watch.Watch;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Machines that {@code headroom show --as sysfs} writes again and again, under a watch. */
final class ShownMachineTest {
  private static final Instant START = Instant.parse("2026-11-02T10:00:00Z");
  private static final Duration STEP = Duration.ofSeconds(60);

  /** A host writes to another, which writes to a third: no link has more to carry than it can. */
  private static final String SCENARIO =
      """
      name: a chain
      fabric:
        topology: single
        hosts: 3
        links: {rate: 25Gbps, delay: 1us}
        switches: {buffer: 1MiB}
      congestion: none
      workload:
        type: flows
        flows:
          - {from: host-0, to: host-2, size: 4MB}
          - {from: host-2, to: host-1, size: 4MB}
      run: {stop: 1ms}
      """;

  @TempDir private Path folder = Path.of("");
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();
  private final List<String> events = new ArrayList<>();
  private Instant now = START;

  private int show(String scenario, Object... more) throws IOException {
    Path file = Files.writeString(folder.resolve("scenario.yaml"), scenario);
    String[] words =
        Stream.concat(Stream.of("show", file, "--as", "sysfs"), Stream.of(more))
            .map(String::valueOf)
            .toArray(String[]::new);
    return Headroom.run(new PrintWriter(out, true), new PrintWriter(err, true), words);
  }

  /** The files of each host after the job has run until now. */
  private void write(String scenario, List<String> hosts) throws IOException {
    long seconds = Duration.between(START, now).toSeconds();
    for (String host : hosts) {
      Path machine = folder.resolve(host);
      assertThat(show(scenario, "--host", host, "--for", seconds + "s", "--out", machine))
          .as(err.toString())
          .isZero();
    }
  }

  /** Watches the hosts for minutes of the job, and then for some without it. */
  private List<Incident> watched(String scenario, int busy, int idle, String... hosts)
      throws Exception {
    List<String> names = List.of(hosts);
    now = START.plus(STEP);
    write(scenario, names);
    List<SampleSource> machines = new ArrayList<>();
    for (String host : names) {
      MachineView view = MachineView.mounted(folder.resolve(host));
      machines.add(new LocalMachine(view, () -> now, 1));
    }
    List<Incident> incidents = List.of();
    try (Watch watch =
        new Watch(machines, new AlarmEngine(AlarmTable.all()), () -> now, Optional.empty(), 1)) {
      for (int round = 0; round < busy + idle; round++) {
        Watch.Round seen = watch.round();
        assertThat(seen.refused()).isEmpty();
        for (AlarmEvent event : seen.events()) {
          events.add(
              (event.fired() ? "+" : "-")
                  + event.alarm().rule().name()
                  + " "
                  + event.alarm().host());
        }
        incidents = round == busy - 1 ? seen.state().incidents() : incidents;
        now = now.plus(STEP);
        if (round < busy - 1) {
          write(scenario, names);
        }
      }
    }
    return incidents;
  }

  @Test
  @Tag("whole")
  void shouldRaiseNothingWhereAJobIsWell() throws Exception {
    assertThat(watched(SCENARIO, 20, 0, "host-0", "host-1", "host-2")).isEmpty();
    assertThat(events).isEmpty();
    assertThat(Files.readString(folder.resolve("host-0/commands/ethtool_-S_ens1np0")))
        .as("the job does send")
        .containsPattern("tx_prio3_bytes: [1-9]\\d{11}");
  }

  @Test
  void shouldSayWhoStartsAStormOfPausesAndClearIt() throws Exception {
    String slow = "  failures: [{host: host-2, from: 0ns, until: 1s, drain: 1Gbps}]\n";
    List<Incident> incidents =
        watched(SCENARIO.replace("congestion:", slow + "congestion:"), 4, 13, "host-0", "host-2");
    assertThat(incidents).hasSize(1);
    assertThat(incidents.getFirst().root().rule().name()).isEqualTo("PauseSource");
    assertThat(incidents.getFirst().root().host()).isEqualTo("host-2");
    assertThat(incidents.getFirst().followers())
        .extracting(each -> each.rule().name() + " " + each.host())
        .contains("PfcStorm host-0");
    assertThat(events).contains("-PauseSource host-2", "-PfcStorm host-0");
  }

  @Test
  @Tag("whole")
  void shouldRaiseRetransmissionsWhereALinkLosesFrames() throws Exception {
    assertThat(watched(SCENARIO.replace("delay: 1us", "delay: 1us, loss: 0.01"), 8, 0, "host-0"))
        .extracting(each -> each.root().rule().name())
        .containsExactly("RdmaRetransmits");
  }

  @Test
  void shouldSayWhatIsWrongAndLeaveOtherFilesAlone() throws Exception {
    Path other = Files.createDirectories(folder.resolve("other"));
    Path kept = Files.writeString(other.resolve("kept.txt"), "mine\n");
    assertThat(show(SCENARIO, "--out", other)).isEqualTo(2);
    assertThat(show(SCENARIO, "--out", kept)).isEqualTo(2);
    assertThat(show(SCENARIO, "--for", "1us")).isEqualTo(2);
    assertThat(show(SCENARIO, "--for", "soon")).isEqualTo(2);
    assertThat(err.toString())
        .contains("has other files than those of host-0; name a new folder")
        .contains("kept.txt: is a file; a folder is needed")
        .contains("--for 1us: is shorter than one run")
        .contains("--for: ")
        .doesNotContain("\tat ");
    assertThat(other).isDirectoryNotContaining(file -> !file.equals(kept));
    assertThat(kept).hasContent("mine\n");
    assertThat(show(SCENARIO)).isZero();
    assertThat(out.toString())
        .contains("==> /etc/hostname <==\nhost-0\n", "==> /commands/ethtool_-S_ens1np0 <==\n");
  }
}
