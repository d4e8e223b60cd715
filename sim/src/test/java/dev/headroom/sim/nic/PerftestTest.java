package dev.headroom.sim.nic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.headroom.model.knob.NicKnobs;
import dev.headroom.model.knob.PcieKnobs;
import dev.headroom.model.knob.TransportKnobs;
import dev.headroom.unit.result.Cells;
import dev.headroom.unit.result.ResultTable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/**
 * Bandwidth by message size as ib_write_bw and ib_read_bw printed it on two servers with ConnectX-7
 * at the Massachusetts Open Cloud, beside runs.
 *
 * <p>Three parameters are fitted, on ib_write_bw over one queue pair between host memories: the
 * time to post, the latency of reads (with 32 of them under way) and the gap between messages of a
 * queue pair. All else is the card's and perftest's own setting: Gen5 x16, MPS 256 and MRRS 512 by
 * lspci, 128 requests deep, a completion each 100, 16 READs under way.
 */
final class PerftestTest {
  private static final ResultTable CURVES =
      ResultTable.of(
          "perftest",
          PerftestTest.class,
          "memory, operation, queue pairs",
          "points",
          "median error",
          "90th percentile",
          "worst",
          "at");

  private static final Path FIXTURES = Path.of("../../shared/fixtures/perftest");
  private static final long LOT = 16 << 20;

  private static final Pair SERVERS =
      Pair.at("400Gbps")
          .with(NicKnobs.POST, "280ns")
          .with(PcieKnobs.READ_TAGS, "32")
          .with(PcieKnobs.READ_LATENCY, "579ns")
          .with(NicKnobs.MESSAGE_GAP, "40ns")
          .with(NicKnobs.MODERATION, "100")
          .with(TransportKnobs.OUTSTANDING, "128");

  /**
   * A curve that was measured.
   *
   * @param gbps by message size in bytes
   */
  private record Curve(String memory, String operation, int queuePairs, Map<Long, Double> gbps) {
    String name() {
      return "%s memory, %s, %d"
          .formatted(
              memory.replace("cpu", "host").replace("gpu", "GPU"),
              operation.toUpperCase(Locale.ROOT),
              queuePairs);
    }
  }

  private record Point(String curve, long size, double measured, double run) {
    double error() {
      return Math.abs(run / measured - 1);
    }

    @Override
    public String toString() {
      return String.format(
          Locale.ROOT,
          "%s %d B: %.2f, run %.2f (%+.0f %%)",
          curve,
          size,
          measured,
          run,
          100 * (run / measured - 1));
    }
  }

  @Test
  void shouldFitWhatItIsFittedOn() throws IOException {
    assumeTrue(Files.isDirectory(FIXTURES), "the measurements are not here");
    List<Point> points = points(fitted());
    row("host memory, WRITE, 1 (fitted)", points);
    assertThat(quantile(points, 0.5)).as("%s", points).isLessThan(0.05);
    assertThat(quantile(points, 1)).as("%s", points).isLessThan(0.12);
  }

  @Test
  void shouldPredictTheOtherCurves() throws IOException {
    assumeTrue(Files.isDirectory(FIXTURES), "the measurements are not here");
    List<Point> all = new ArrayList<>();
    for (Curve curve : predicted()) {
      List<Point> points = points(curve);
      row(curve.name(), points);
      all.addAll(points);
    }
    row("all eight", all);
    assertThat(all).hasSize(8 * 23);
    List<Point> worst =
        all.stream().sorted(Comparator.comparingDouble(Point::error).reversed()).limit(20).toList();
    assertThat(quantile(all, 0.5)).as("median; worst: %s", worst).isLessThan(0.10);
    assertThat(quantile(all, 0.9)).as("90th percentile; worst: %s", worst).isLessThan(0.20);
  }

  private static void row(String curve, List<Point> points) {
    Point worst = points.stream().max(Comparator.comparingDouble(Point::error)).orElseThrow();
    CURVES.row(
        curve,
        points.size(),
        Cells.share(quantile(points, 0.5), 1),
        Cells.share(quantile(points, 0.9), 1),
        Cells.difference(worst.run, worst.measured),
        "%s B: %s Gb/s, run %s"
            .formatted(
                Cells.count(worst.size),
                Cells.number(worst.measured, 1),
                Cells.number(worst.run, 1)));
  }

  private static List<Point> points(Curve curve) {
    List<Point> points = new ArrayList<>();
    Pair pair = SERVERS.with(PcieKnobs.MEMORY, "cpu".equals(curve.memory) ? "host" : "gpu");
    curve.gbps.forEach((size, measured) -> {
      int messages = Math.clamp(LOT / (size * curve.queuePairs), 1, 200);
      double run = pair.gbps(curve.operation, curve.queuePairs, size, messages);
      points.add(new Point(curve.name(), size, measured, run));
    });
    return points;
  }

  private static double quantile(List<Point> points, double share) {
    List<Double> errors = points.stream().map(Point::error).sorted().toList();
    return errors.get((int) Math.ceil(share * (errors.size() - 1)));
  }

  private static Curve fitted() throws IOException {
    List<String> lines = Files.readAllLines(FIXTURES.resolve("moc_perftest_cpu_w_def_bios.csv"));
    String[] sizes = lines.getFirst().split(",");
    String[] row =
        lines.stream()
            .filter(line -> line.startsWith("ib_write_bw,9000,1,") && line.contains(",avg,"))
            .findFirst()
            .orElseThrow()
            .split(",");
    Map<Long, Double> gbps = new TreeMap<>();
    for (int i = 6; i < sizes.length; i++) {
      gbps.put(Long.valueOf(sizes[i]), Double.valueOf(row[i]));
    }
    return new Curve("cpu", "write", 1, gbps);
  }

  private static List<Curve> predicted() throws IOException {
    List<Curve> curves = new ArrayList<>();
    for (String name :
        List.of(
            "cpu read 1",
            "cpu read 4",
            "cpu read 32",
            "cpu write 4",
            "cpu write 32",
            "gpu read 1",
            "gpu read 32",
            "gpu write 32")) {
      String[] words = name.split(" ");
      Path log =
          FIXTURES.resolve("moc_%s_ib_%s_bw_q%s.log".formatted(words[0], words[1], words[2]));
      curves.add(new Curve(words[0], words[1], Integer.parseInt(words[2]), table(log)));
    }
    return curves;
  }

  /** What perftest prints: bytes, iterations, peak and average Gb/s, millions of messages. */
  private static Map<Long, Double> table(Path log) throws IOException {
    Map<Long, Double> gbps = new TreeMap<>();
    for (String line : Files.readAllLines(log)) {
      String[] words = line.strip().split("\\s+");
      if (words.length == 5 && words[0].matches("[0-9]+") && words[4].matches("[0-9.]+")) {
        long size = Long.parseLong(words[0]);
        gbps.put(size, Double.parseDouble(words[4]) * size * 8 / 1e3); // the average has two digits
      }
    }
    return gbps;
  }
}
