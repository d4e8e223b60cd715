package dev.headroom.prove.alarm;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.prove.sample.HostSample;
import dev.headroom.prove.sample.Series;
import dev.headroom.prove.watch.SampleLog;
import dev.headroom.prove.watch.SampleLogReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The picture of the dashboard in the docs: three hours of two virtual machines, replayed. */
final class DashboardPictureTest {
  private static final Path PICTURE = Path.of("../docs/images/watch-dashboard.svg");
  private static final int STEPS = 360;
  private static final int LINK_LOST = 300;
  private static final int FAULTS = 320;

  @TempDir private Path folder = Path.of("");

  @Test
  void shouldBeThePictureInTheDocs() throws IOException {
    List<HostSample> kept = new ArrayList<>();
    try (SampleLog log = new SampleLog(folder)) {
      watch(log);
    }
    for (Path file : SampleLogReader.files(folder)) {
      SampleLogReader.read(file, kept::add);
    }
    String wanted = DashboardPicture.of(AlarmTable.all(), kept);
    assertThat(wanted)
        .contains(">port 1 of mlx5_1 is not active<", ">OpticHot<", ">RdmaRetransmits<")
        .contains("<polyline");
    if ("update".equals(System.getProperty("headroom.golden"))) {
      Files.writeString(PICTURE, wanted);
    }
    assertThat(Files.readString(PICTURE)).isEqualTo(wanted);
  }

  private static void watch(SampleLog log) throws IOException {
    List<VirtualHost> hosts = List.of(new VirtualHost("gpu-1", 1), new VirtualHost("gpu-2", 2));
    Instant now = Instant.parse("2026-11-02T06:00:00Z");
    for (int step = 0; step < STEPS; step++) {
      for (VirtualHost host : hosts) {
        host.work(1);
      }
      if (step == LINK_LOST) {
        hosts.getFirst().set(VirtualHost.port("state_id", 1), 1);
        hosts.getFirst().add(VirtualHost.port("link_downed_total", 1), 1);
      }
      if (step >= FAULTS) {
        hosts.getLast().add(VirtualHost.port("packet_sequence_errors_total", 3), 90);
        hosts
            .getLast()
            .set(Series.of("headroom_transceiver_temperature_celsius", "device", "eth1"), 73);
      }
      for (VirtualHost host : hosts) {
        log.add(host.sample(now));
      }
      now = now.plus(Duration.ofSeconds(30));
    }
  }
}
