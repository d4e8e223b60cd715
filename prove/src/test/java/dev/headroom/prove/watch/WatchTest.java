package dev.headroom.prove.watch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.prove.alarm.AlarmEngine;
import dev.headroom.prove.alarm.AlarmEvent;
import dev.headroom.prove.alarm.AlarmTable;
import dev.headroom.prove.alarm.Incident;
import dev.headroom.prove.alarm.Promtool;
import dev.headroom.prove.sample.FakeMachine;
import dev.headroom.prove.sample.HostSample;
import dev.headroom.prove.sample.LocalMachine;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A machine that changes, watched from end to end. */
final class WatchTest {
  @TempDir private Path folder = Path.of("");
  private FakeMachine machine;
  private Watch watch;
  private Instant now = Instant.parse("2026-11-02T10:00:00Z");
  private final List<String> events = new ArrayList<>();

  @BeforeEach
  void begin() throws IOException {
    machine = new FakeMachine(folder.resolve("root"), "gpu-1", 4);
    watch =
        new Watch(
            List.of(new LocalMachine(machine.view(), () -> now)),
            new AlarmEngine(AlarmTable.all()),
            () -> now,
            Optional.of(new SampleLog(folder.resolve("out"))),
            1);
  }

  private WatchState rounds(int count) throws Exception {
    WatchState state = null;
    for (int i = 0; i < count; i++) {
      now = now.plusSeconds(30);
      Watch.Round round = watch.round();
      for (AlarmEvent event : round.events()) {
        events.add((event.fired() ? "+" : "-") + event.alarm().rule().name());
      }
      state = round.state();
    }
    return java.util.Objects.requireNonNull(state);
  }

  @Test
  void shouldFireWhereALinkIsKilledHoldAndClear() throws Exception {
    assertThat(rounds(5).incidents()).isEmpty();
    machine.link(2, false);
    machine.counter(2, "link_downed", 1);
    List<Incident> incidents = rounds(3).incidents();
    assertThat(incidents).hasSize(1);
    assertThat(incidents.getFirst().root().text()).isEqualTo("port 1 of mlx5_2 is not active");
    assertThat(incidents.getFirst().followers())
        .extracting(each -> each.rule().name())
        .containsExactly("RdmaLinkFlap");
    machine.link(2, true);
    assertThat(rounds(18).incidents().getFirst().root().rule().name()).isEqualTo("RdmaLinkDown");
    rounds(4);
    assertThat(events).containsExactly("+RdmaLinkDown", "+RdmaLinkFlap", "-RdmaLinkDown");
  }

  @Test
  void shouldFireWhereALinkWasLostBeforeTheWatchAndNotWhereItIsShutOrNeverWas() throws Exception {
    for (int nic = 0; nic < 4; nic++) {
      machine.link(nic, false);
      String port = "sys/class/infiniband/mlx5_" + nic + "/ports/1";
      machine.write(port + "/phys_state", nic == 3 ? "2: Polling" : "3: Disabled");
      machine.write("sys/class/net/eth" + nic + "/carrier_up_count", nic == 2 ? "1" : "0");
    }
    machine.write("sys/class/net/eth1/carrier_up_count", "1");
    machine.write("sys/class/net/eth1/flags", "0x1002");
    machine.counter(1, "link_downed", 4);
    machine.counter(3, "link_downed", 1);
    assertThat(rounds(3).incidents())
        .extracting(each -> each.root().text())
        .containsExactlyInAnyOrder(
            "port 1 of mlx5_2 is not active", "port 1 of mlx5_3 is not active");
    machine.link(2, true);
    machine.link(3, true);
    assertThat(rounds(24).incidents()).isEmpty();
  }

  @Test
  void shouldFireUnderLoadWithLossAndShowTheReasonFirst() throws Exception {
    for (int i = 1; i <= 25; i++) {
      machine.counter(0, "port_xmit_data", i * 300_000_000_000L);
      machine.counter(0, "packet_seq_err", i > 5 ? (i - 5) * 300L : 0);
      machine.ethtool(0, "rx_prio3_discards", i > 5 ? (i - 5) * 40L : 0);
      rounds(1);
    }
    WatchState state = rounds(0 + 1);
    assertThat(state.incidents()).hasSize(1);
    assertThat(state.incidents().getFirst().root().rule().name()).isEqualTo("LosslessDropsAtNic");
    assertThat(state.incidents().getFirst().followers())
        .extracting(each -> each.rule().name())
        .containsExactly("RdmaRetransmits");
    assertThat(rounds(40).incidents()).isEmpty();
    assertThat(events).contains("-LosslessDropsAtNic", "-RdmaRetransmits");
  }

  @Test
  void shouldGiveTheSameAlarmsAgainFromWhatWasKept() throws Exception {
    rounds(4);
    machine.link(1, false);
    rounds(6);
    machine.link(1, true);
    rounds(30);
    watch.close();
    AlarmEngine again = new AlarmEngine(AlarmTable.all());
    List<String> replayed = new ArrayList<>();
    for (Path file : SampleLogReader.files(folder.resolve("out"))) {
      SampleLogReader.read(
          file,
          sample ->
              again
                  .add(sample)
                  .forEach(event ->
                      replayed.add((event.fired() ? "+" : "-") + event.alarm().rule().name())));
    }
    assertThat(events).contains("+RdmaLinkDown", "-RdmaLinkDown");
    assertThat(replayed).isEqualTo(events);
  }

  @Test
  void shouldExportWhatPromtoolAccepts() throws Exception {
    rounds(1);
    Path text = folder.resolve("metrics.txt");
    try (OutputStream out = Files.newOutputStream(text)) {
      Exporter.write(watch.newest(), out);
    }
    assertThat(Files.readString(text))
        .contains("# TYPE node_infiniband_symbol_error_total counter")
        .contains(
            "node_infiniband_symbol_error_total{device=\"mlx5_3\",host=\"gpu-1\",port=\"1\"} 0.0")
        .contains("# TYPE node_ethtool_received_prio3_pause_duration untyped");
    Promtool.assumeInstalled();
    Promtool.accepts(folder, text, "check", "metrics");
  }

  @Test
  void shouldServeTheNewestSample() throws Exception {
    rounds(1);
    List<HostSample> newest = List.copyOf(watch.newest());
    InetSocketAddress any = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
    try (Exporter exporter = new Exporter(any, () -> newest);
        HttpClient client = HttpClient.newHttpClient()) {
      String base = "http://127.0.0.1:" + exporter.address().getPort();
      String body = get(client, base + "/metrics");
      assertThat(body).contains("headroom_sample_timestamp_seconds{host=\"gpu-1\"}");
      assertThat(get(client, base + "/")).contains("Metrics are at /metrics");
    }
  }

  private static String get(HttpClient client, String address) throws Exception {
    return client
        .send(HttpRequest.newBuilder(URI.create(address)).build(), BodyHandlers.ofString())
        .body();
  }
}
