package dev.headroom.app.screen;

import dev.headroom.app.results.CollectiveRow;
import dev.headroom.app.results.CollectiveSweep;
import dev.headroom.app.results.Ran;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * What {@code headroom collective} measured, in the columns of nccl-tests. Behind them stand the
 * algorithm and protocol that ran, the time that NCCL expects of them, and where it would have
 * taken others, which.
 */
public final class CollectiveScreen {
  private CollectiveScreen() {}

  public static String of(CollectiveSweep sweep) {
    StringBuilder text = new StringBuilder();
    line(text, "# " + sweep.title());
    line(
        text,
        sweep.calls() > 1 ? "# each of up to %d calls in a row".formatted(sweep.calls()) : "#");
    head(
        text,
        "size",
        "count",
        "type",
        "redop",
        "root",
        "time",
        "algbw",
        "busbw",
        "ran",
        "expected");
    head(text, "(B)", "(elements)", "", "", "", "(us)", "(GB/s)", "(GB/s)", "", "(us)");
    sweep.rows().forEach(row -> row(text, sweep, row));
    line(text, String.format(Locale.ROOT, "# Avg bus bandwidth    : %.4g", sweep.meanBusbw()));
    return text.toString();
  }

  private static void head(StringBuilder text, Object... names) {
    line(
        text,
        String.format(Locale.ROOT, "#%11s  %12s  %8s  %6s  %6s  %7s  %6s  %6s   %-14s %9s", names));
  }

  private static void row(StringBuilder text, CollectiveSweep sweep, CollectiveRow row) {
    line(
        text,
        String.format(
            Locale.ROOT,
            "%12d  %12d  %8s  %6s  %6d  %7s  %6.2f  %6.2f   %-14s %9s%s",
            row.bytes(),
            CollectiveRow.count(sweep.collective(), sweep.cluster().gpus(), row.bytes()),
            "float",
            sweep.collective().reduces() ? "sum" : "none",
            sweep.collective().isRooted() ? 0 : -1,
            microseconds(row.microseconds()),
            row.algbw(),
            sweep.busbw(row),
            words(row.ran()),
            expected(row),
            other(sweep, row)));
  }

  /** What the library would have taken, where that is not what ran. */
  private static String other(CollectiveSweep sweep, CollectiveRow row) {
    boolean same = words(row.ran()).equals(words(row.own()));
    return same || row.own().isEmpty()
        ? ""
        : "  %s: %s".formatted(sweep.cluster().machine().gpu().library(), words(row.own()));
  }

  private static String words(Optional<Ran> ran) {
    return ran.map(Ran::words).orElse("-");
  }

  private static String expected(CollectiveRow row) {
    OptionalDouble us = row.ran().map(Ran::expectedUs).orElse(OptionalDouble.empty());
    return us.isPresent() ? microseconds(us.getAsDouble()) : "-";
  }

  /** As many decimals as nccl-tests prints. */
  private static String microseconds(double us) {
    int decimals = us < 99.995 ? 2 : us < 9999.95 ? 1 : 0;
    return String.format(Locale.ROOT, "%." + decimals + "f", us);
  }

  private static void line(StringBuilder text, String line) {
    text.append(line.stripTrailing()).append('\n');
  }
}
