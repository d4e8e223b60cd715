package dev.headroom.bench.validation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.model.collective.Collective;
import dev.headroom.model.collective.TuningModel;
import dev.headroom.model.machine.Cluster;
import dev.headroom.model.machine.Machine;
import dev.headroom.model.machine.MachineCatalogue;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Published all-reduces beside the same here, with nothing set but the machine and how many GPUs a
 * thread calls for. docs/validation.md has every size; {@code -Dheadroom.golden=update} writes its
 * tables anew.
 */
final class DefaultsValidationTest {
  private static final Path PAGE = Path.of("../docs/validation.md");
  private static final String BEGIN = "<!-- defaults: made by DefaultsValidationTest -->";
  private static final String END = "<!-- end of defaults -->";

  /** Of what goes over the network larger ones are run only to write the page. */
  private static final long MOST_CHECKED = 64L << 20;

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

    double formulaError() {
      return formula / measured - 1;
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
    "h100x8-dgxc, 0, 8192, 0.06, 0.16",
    "h100x8-mooncake, 0, 64, 0.05, 0.10",
    "a100x8-thanos, 0, 4096, 0.09, 0.18",
    "a100x8-dkh-thread, 0, 2, 0.05, 0.12",
    "a100x8-dkh-thread, 4, 128, 0.20, 0.28",
    "a100x8-oci-thread, 32, 8192, 0.06, 0.10",
    "a100x16-aks, 8, 128, 0.03, 0.05",
    "b200x8-gke, 128, 8192, 0.06, 0.11",
    "mi300x8-aac8, 8, 4096, 0.06, 0.14",
    "h100x16-dell, 2, 512, 0.06, 0.12",
    "h100x16-aion, 4, 512, 0.04, 0.08",
    "h100x32-dell, 8, 128, 0.08, 0.13",
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

  @Test
  void shouldBeWhatThePageSays() throws IOException {
    String page = Files.readString(PAGE);
    int begin = page.indexOf(BEGIN) + BEGIN.length();
    int end = page.indexOf(END);
    assertThat(page.indexOf(BEGIN)).isGreaterThan(0);
    if ("update".equals(System.getProperty("headroom.golden"))) {
      String made = "\n\n" + tables() + "\n";
      Files.writeString(PAGE, page.substring(0, begin) + made + page.substring(end));
      return;
    }
    List<String> said = page.substring(begin, end).lines().toList();
    for (String id : TABLES) {
      MeasuredTable table = MeasuredTable.read(id);
      for (MeasuredTable.Row row : table.rows()) {
        if (table.machines() == 1 || row.bytes() <= MOST_CHECKED) {
          assertThat(said).contains(line(table, compare(table, row)));
        }
      }
    }
  }

  private static String tables() {
    List<String> lines = new ArrayList<>();
    lines.add("| table | sizes | mean | worst | the library's formula: mean | worst |");
    lines.add("|---|---|---|---|---|---|");
    List<String> sizes = new ArrayList<>();
    for (String id : TABLES) {
      List<Compared> rows = compare(id, 0, Long.MAX_VALUE);
      MeasuredTable table = MeasuredTable.read(id);
      rows.forEach(row -> sizes.add(line(table, row)));
      lines.add(
          "| `%s`: %s | %s to %s | %s | %s | %s | %s |"
              .formatted(
                  id,
                  table.title(),
                  size(rows.getFirst().bytes()),
                  size(rows.getLast().bytes()),
                  mean(rows.stream().map(Compared::error).toList()),
                  worst(rows.stream().map(Compared::error).toList()),
                  mean(rows.stream().map(Compared::formulaError).toList()),
                  worst(rows.stream().map(Compared::formulaError).toList())));
    }
    lines.add("");
    lines.add(
        "| table | size | measured, us | here, us | error | the library's formula, us | error |");
    lines.add("|---|---|---|---|---|---|---|");
    lines.addAll(sizes);
    lines.add("");
    lines.add("Sources:");
    lines.add("");
    for (String id : TABLES) {
      lines.add("- `%s`: %s".formatted(id, MeasuredTable.read(id).source()));
    }
    return String.join("\n", lines) + "\n";
  }

  private static String line(MeasuredTable table, Compared row) {
    return "| `%s` | %s | %s | %s | %s | %s | %s |"
        .formatted(
            table.id(),
            size(row.bytes()),
            us(row.measured()),
            us(row.ours()),
            percent(row.error()),
            us(row.formula()),
            percent(row.formulaError()));
  }

  private static String mean(List<Double> errors) {
    double mean = errors.stream().mapToDouble(Math::abs).average().orElseThrow();
    return "%.1f %%".formatted(100 * mean);
  }

  private static String worst(List<Double> errors) {
    return percent(
        errors.stream().reduce((a, b) -> Math.abs(a) >= Math.abs(b) ? a : b).orElseThrow());
  }

  private static String percent(double error) {
    return String.format(Locale.ROOT, "%+.1f %%", 100 * error);
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
