package dev.headroom.bench.validation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.model.collective.Collective;
import dev.headroom.model.collective.TuningModel;
import dev.headroom.model.machine.Cluster;
import dev.headroom.model.machine.Machine;
import dev.headroom.model.machine.MachineCatalogue;
import dev.headroom.unit.result.Cells;
import dev.headroom.unit.result.ResultTable;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Published all-reduces beside the same here, with nothing set but the machine and how many GPUs a
 * thread calls for. docs/validation/collectives.md has the summary of all sizes.
 */
final class DefaultsValidationTest {
  /** Of what goes over the network larger ones run with {@code -Dheadroom.validation=full}. */
  private static final long MOST_CHECKED = 64L << 20;

  private static final ResultTable SIZES =
      ResultTable.of(
          "defaults-sizes",
          DefaultsValidationTest.class,
          "table, size",
          "measured, us",
          "here, us",
          "error",
          "the library's formula, us",
          "error of the formula");
  private static final ResultTable SUMMARY =
      ResultTable.of(
          "defaults",
          DefaultsValidationTest.class,
          "table",
          "machines",
          "sizes",
          "mean error",
          "worst",
          "the library's formula: mean",
          "worst of the formula",
          "source");

  private static final List<String> TABLES =
      List.of(
          "h100x8-290",
          "h100x8-dgxc",
          "h100x8-mooncake",
          "a100x8-thanos",
          "a100x8-thanos-thread",
          "a100x8-oci-thread",
          "a100x8-dkh-thread",
          "a100x16-aks",
          "b200x8-gke",
          "mi300x8-aac8",
          "h100x16-dell",
          "h100x16-aion",
          "h100x16-crusoe",
          "h200x16-nebius",
          "h100x32-dell",
          "b200x16-lambda",
          "mi300x16-5b27b96",
          "mi300x16-aac10");

  private static final Map<String, Double> SIMULATED = new HashMap<>();

  private record Compared(long bytes, double measured, double ours, double formula) {
    double error() {
      return ours / measured - 1;
    }
  }

  private static Compared compare(MeasuredTable table, MeasuredTable.Row row) {
    double ours =
        SIMULATED.computeIfAbsent(
            "%s %d %d %d"
                .formatted(table.cluster(), table.machines(), table.gpusPerThread(), row.bytes()),
            key -> simulated(table, row.bytes()));
    Machine machine = MachineCatalogue.named(table.cluster()).orElseThrow();
    double formula =
        TuningModel.of(new Cluster(machine, table.machines(), false).communicator())
            .choices(Collective.ALL_REDUCE, row.bytes())
            .getFirst()
            .microseconds();
    return new Compared(row.bytes(), row.us(), ours, formula);
  }

  private static double simulated(MeasuredTable table, long bytes) {
    Machine machine = MachineCatalogue.named(table.cluster()).orElseThrow();
    String rate = "%dGbps".formatted(machine.rails().nicRate().bps() / 1_000_000_000);
    String transport = table.cluster().equals("mi300x") ? "rocev2" : "infiniband";
    return new CollectiveRun(
            table.machines(), machine.rails().nics(), rate, transport, table.cluster())
        .microseconds("gpusPerThread: " + table.gpusPerThread(), bytes);
  }

  private static List<Compared> compare(String id, long from, long to) {
    MeasuredTable table = MeasuredTable.read(id);
    return table.rows().stream()
        .filter(row -> row.bytes() >= from && row.bytes() <= to)
        .map(row -> compare(table, row))
        .toList();
  }

  /** Sizes from and to, in MiB (0: the smallest), then what errors are at most: mean and worst. */
  @ParameterizedTest
  @CsvSource({
    "h100x8-290, 0, 4096, 0.02, 0.03",
    "h100x8-mooncake, 0, 64, 0.05, 0.10",
    "a100x8-thanos, 0, 4096, 0.09, 0.18",
    "a100x8-dkh-thread, 0, 2, 0.05, 0.12",
    "a100x8-dkh-thread, 4, 128, 0.20, 0.28",
    "a100x8-oci-thread, 32, 8192, 0.06, 0.10",
    "mi300x8-aac8, 8, 4096, 0.06, 0.14",
    "h100x16-aion, 4, 512, 0.04, 0.08",
    "mi300x16-5b27b96, 8, 256, 0.09, 0.15",
  })
  void shouldBeAsFastAsMeasured(String id, long from, long to, double mean, double worst) {
    List<Compared> rows = compare(id, from << 20, to << 20);
    assertThat(rows).isNotEmpty();
    assertThat(rows)
        .allSatisfy(
            row -> assertThat(row.error()).as("%d B", row.bytes()).isBetween(-worst, worst));
    assertThat(rows.stream().mapToDouble(row -> Math.abs(row.error())).average().orElseThrow())
        .isLessThan(mean);
  }

  @Tag("whole")
  @ParameterizedTest
  @CsvSource({
    "h100x8-dgxc, 0, 8192, 0.06, 0.16",
    "a100x16-aks, 8, 128, 0.03, 0.05",
    "b200x8-gke, 128, 8192, 0.06, 0.11",
    "h100x16-dell, 2, 512, 0.06, 0.12",
    "h100x32-dell, 8, 128, 0.08, 0.13",
  })
  void shouldBeAsFastOnMoreMachines(String id, long from, long to, double mean, double worst) {
    shouldBeAsFastAsMeasured(id, from, to, mean, worst);
  }

  @Test
  void shouldBeWhatTheTablesSay() {
    for (String id : TABLES) {
      MeasuredTable table = MeasuredTable.read(id);
      for (MeasuredTable.Row row : table.rows()) {
        if (table.machines() == 1 || row.bytes() <= MOST_CHECKED || ReferenceData.full()) {
          Compared compared = compare(table, row);
          SIZES.row(
              key(table, row),
              us(compared.measured()),
              us(compared.ours()),
              Cells.difference(compared.ours(), compared.measured()),
              us(compared.formula()),
              Cells.difference(compared.formula(), compared.measured()));
        }
      }
    }
  }

  /** Of all sizes, those of long runs included. */
  @Test
  void shouldBeSummedUpByTheSummary() {
    for (String id : TABLES) {
      MeasuredTable table = MeasuredTable.read(id);
      List<MeasuredTable.Row> rows = table.rows();
      List<List<String>> cells =
          rows.stream().map(row -> SIZES.committed(key(table, row))).toList();
      SUMMARY.row(
          "`%s`".formatted(id),
          table.title(),
          "%s to %s".formatted(size(rows.getFirst().bytes()), size(rows.getLast().bytes())),
          mean(cells, 3),
          worst(cells, 3),
          mean(cells, 5),
          worst(cells, 5),
          table.source());
    }
  }

  private static String key(MeasuredTable table, MeasuredTable.Row row) {
    return "%s, %s".formatted(table.id(), size(row.bytes()));
  }

  private static double percent(List<String> row, int column) {
    return Double.parseDouble(row.get(column).replace(" %", ""));
  }

  private static String mean(List<List<String>> rows, int column) {
    double mean =
        rows.stream().mapToDouble(row -> Math.abs(percent(row, column))).average().orElseThrow();
    return Cells.number(mean, 1) + " %";
  }

  private static String worst(List<List<String>> rows, int column) {
    return rows.stream()
        .max(Comparator.comparingDouble(row -> Math.abs(percent(row, column))))
        .orElseThrow()
        .get(column);
  }

  private static String us(double us) {
    return String.format(Locale.ROOT, us < 1000 ? "%.1f" : "%.0f", us);
  }

  private static String size(long bytes) {
    return Stream.of("GiB", "MiB", "KiB")
        .filter(unit -> bytes >= scale(unit))
        .findFirst()
        .map(unit -> "%d %s".formatted(bytes / scale(unit), unit))
        .orElse(bytes + " B");
  }

  private static long scale(String unit) {
    return 1L
        << switch (unit) {
          case "GiB" -> 30;
          case "MiB" -> 20;
          default -> 10;
        };
  }
}
