package dev.headroom.prove.watch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import dev.headroom.prove.sample.HostSample;
import dev.headroom.prove.sample.Series;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class SampleLogTest {
  private static final Instant START = Instant.parse("2026-11-02T10:00:00Z");

  @TempDir private Path folder = Path.of("");

  /** Samples of a host: counters that stand still, that grow, temperatures; series that come. */
  private static List<HostSample> samples(int count, int series) {
    Random random = new Random(7);
    double[] values = new double[series];
    List<HostSample> samples = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      Map<Series, Double> now = new HashMap<>();
      for (int s = 0; s < series + (i > count / 2 ? 1 : 0); s++) {
        if (s < series) {
          values[s] += s % 4 == 0 ? 1e10 + random.nextInt(1_000_000) : s % 7 == 0 ? 0.25 : 0;
        }
        now.put(
            Series.of("metric_total", "device", "mlx5_" + s),
            s < series ? values[s] : Double.POSITIVE_INFINITY);
      }
      samples.add(HostSample.of("gpu-" + i % 2, START.plusSeconds(10L * i), now));
    }
    return samples;
  }

  private static List<HostSample> read(Path file) throws IOException {
    List<HostSample> read = new ArrayList<>();
    SampleLogReader.read(file, read::add);
    return read;
  }

  private static void assertSame(List<HostSample> read, List<HostSample> written) {
    assertThat(read).hasSameSizeAs(written);
    for (int i = 0; i < read.size(); i++) {
      assertThat(read.get(i).host()).isEqualTo(written.get(i).host());
      assertThat(read.get(i).time()).isEqualTo(written.get(i).time());
      assertThat(read.get(i).layout().series()).isEqualTo(written.get(i).layout().series());
      assertThat(read.get(i).values()).isEqualTo(written.get(i).values());
    }
  }

  @Test
  void shouldGiveBackWhatWasWritten() throws IOException {
    List<HostSample> written = samples(40, 30);
    try (SampleLog log = new SampleLog(folder)) {
      for (HostSample each : written) {
        log.add(each);
      }
    }
    assertSame(read(SampleLogReader.files(folder).getFirst()), written);
  }

  @Test
  void shouldLoseAtMostTheLastSampleWhereverItIsCut() throws IOException {
    List<HostSample> written = samples(12, 10);
    List<Long> sizes = new ArrayList<>();
    try (SampleLog log = new SampleLog(folder)) {
      for (HostSample each : written) {
        log.add(each);
        sizes.add(Files.size(SampleLogReader.files(folder).getFirst()));
      }
      // Killed: nobody closes the file, and its last write may be there in part.
      byte[] bytes = Files.readAllBytes(SampleLogReader.files(folder).getFirst());
      Path cut = folder.resolve("cut");
      for (int length = SampleLog.MAGIC.length; length <= bytes.length; length++) {
        Files.write(cut, Arrays.copyOf(bytes, length));
        long until = length;
        int whole = (int) sizes.stream().filter(size -> size <= until).count();
        List<HostSample> read = read(cut);
        assertThat(read.size()).isBetween(whole, whole + 1);
        assertSame(read, written.subList(0, read.size()));
      }
    }
  }

  @Test
  void shouldBeginAFileForEachRunAndDay() throws IOException {
    for (int run = 0; run < 2; run++) {
      try (SampleLog log = new SampleLog(folder)) {
        for (HostSample each : samples(3, 2)) {
          log.add(each);
        }
        log.add(HostSample.of("gpu-0", START.plusSeconds(90_000), Map.of(Series.of("up"), 1.0)));
      }
    }
    assertThat(SampleLogReader.files(folder)).hasSize(4);
  }

  @Test
  void shouldRefuseAFileOfSomebodyElse() throws IOException {
    Path file = Files.writeString(folder.resolve("x.samples"), "something else entirely, in text");
    assertThatIOException()
        .isThrownBy(() -> SampleLogReader.read(file, _ -> {}))
        .withMessageContaining("no file of samples");
  }

  @Test
  void shouldKeepADayOfABusyMachineInLessThanTwentyMegabytes() throws IOException {
    // Part of a day of 1,500 series, of which 400 grow unevenly.
    int samples = 200;
    Random random = new Random(1);
    double[] values = new double[1500];
    List<Series> series = new ArrayList<>();
    for (int i = 0; i < values.length; i++) {
      series.add(Series.of("m" + i % 60 + "_total", "device", "mlx5_" + i / 60));
    }
    try (SampleLog log = new SampleLog(folder)) {
      for (int i = 0; i < samples; i++) {
        Map<Series, Double> now = new HashMap<>();
        for (int s = 0; s < values.length; s++) {
          values[s] += s < 400 ? 450e9 + random.nextGaussian() * 1e9 : 0;
          values[s] = Math.rint(values[s]);
          now.put(series.get(s), values[s]);
        }
        log.add(HostSample.of("gpu-1", START.plusSeconds(10L * i), now));
      }
    }
    assertThat(Files.size(SampleLogReader.files(folder).getFirst()))
        .isLessThan(20_000_000L * samples / 8640);
  }
}
