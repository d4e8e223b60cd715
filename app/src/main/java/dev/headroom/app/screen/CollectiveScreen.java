package dev.headroom.app.screen;

import dev.headroom.model.collective.Collective;
import dev.headroom.model.machine.Machine;
import dev.headroom.model.machine.ServerLayout;
import dev.headroom.run.collective.AlgorithmUsed;
import dev.headroom.run.collective.CollectiveBackend;
import dev.headroom.run.collective.CollectiveNotes;
import dev.headroom.run.collective.CollectiveResult;
import dev.headroom.run.collective.CollectiveRow;
import dev.headroom.run.collective.CollectiveSweep;
import dev.headroom.run.collective.SweepRequest;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * Results of {@code headroom collective} in the layout of nccl-tests (src/util.cu), so that its
 * parsers can read them. It has the parameters, the list of ranks, a row for each size out of place
 * and in place, and two sums. What nccl-tests does not have follows as comments: the algorithm and
 * protocol that ran, the time that the library expects of them, and what it would have taken where
 * that is another.
 */
public final class CollectiveScreen {
  /** nccl-tests: a side's four columns. */
  private static final String SIDE = "  %7s  %6s  %6s  %6s";

  private static final String ROW = "%12d  %12d  %8s  %6s  %6d";
  private static final int TIME_WIDTH = 7;
  private static final int BANDWIDTH_WIDTH = 6;
  private static final MathContext SIX_DIGITS = new MathContext(6);

  private final CollectiveSweep sweep;
  private final StringBuilder text = new StringBuilder();

  private CollectiveScreen(CollectiveSweep sweep) {
    this.sweep = sweep;
  }

  public static String of(CollectiveSweep sweep) {
    CollectiveScreen screen = new CollectiveScreen(sweep);
    screen.asked();
    if (sweep.backend() == CollectiveBackend.NCCL) {
      screen.ranks();
    }
    screen.table();
    screen.sums();
    screen.ran();
    return screen.text.toString();
  }

  // --- as nccl-tests prints it ------------------------------------------------------------------

  private void asked() {
    if (sweep.backend() == CollectiveBackend.NCCL) {
      line("# Collective test starting: " + program(sweep.collective()));
    }
    SweepRequest asked = sweep.request();
    line(
        String.format(
            Locale.ROOT,
            "# nThread %d nGpus %d minBytes %d maxBytes %d step: %s warmup iters: 0 iters: %d agg iters: 1 validation: 1 graph: 0",
            asked.threads(),
            asked.gpus(),
            asked.least(),
            asked.most(),
            asked.step(),
            sweep.calls()));
    labelled("Simulated", sweep.title());
    if (sweep.calls() > 1) {
      labelled("Each time", "of up to %d calls in a row".formatted(sweep.calls()));
    }
    line("#");
  }

  private static String program(Collective collective) {
    return switch (collective) {
      case ALL_TO_ALL -> "alltoall_perf";
      case SEND_RECV -> "sendrecv_perf";
      default -> collective.word().replace('-', '_') + "_perf";
    };
  }

  /** Ranks have neither a process nor a PCI address here. */
  private void ranks() {
    Machine machine = sweep.cluster().machine();
    ServerLayout layout = ServerLayout.of(machine.name(), machine.rails().nics());
    int each = Math.min(machine.gpus(), layout.gpus().size());
    line("# Using devices");
    for (int rank = 0; rank < sweep.cluster().gpus(); rank++) {
      line(
          String.format(
              Locale.ROOT,
              "#  Rank %2d Group  0 on %10s device %2d %s",
              rank,
              "server-" + rank / each,
              rank % each,
              layout.gpu()));
    }
    line("#");
  }

  private void table() {
    line(
        String.format(
            Locale.ROOT,
            "# %10s  %12s  %8s  %6s  %6s           out-of-place                       in-place",
            "",
            "",
            "",
            "",
            ""));
    head("size", "count", "type", "redop", "root", "time", "algbw", "busbw", "#wrong");
    head("(B)", "(elements)", "", "", "", "(us)", "(GB/s)", "(GB/s)", "");
    sweep.rows().forEach(this::row);
  }

  private void head(
      String size,
      String count,
      String type,
      String redop,
      String root,
      String time,
      String algbw,
      String busbw,
      String wrong) {
    String side = SIDE.formatted(time, algbw, busbw, wrong);
    line(
        String.format(
            Locale.ROOT,
            "# %10s  %12s  %8s  %6s  %6s%s%s",
            size,
            count,
            type,
            redop,
            root,
            side,
            side));
  }

  private void row(CollectiveRow row) {
    line(
        String.format(
            Locale.ROOT,
            ROW + "%s%s",
            row.bytes(),
            CollectiveRow.count(sweep.collective(), sweep.cluster().gpus(), row.bytes()),
            "float",
            sweep.collective().reduces() ? "sum" : "none",
            sweep.collective().isRooted() ? 0 : -1,
            side(row, row.outOfPlace(), false),
            side(row, row.inPlace(), true)));
  }

  private String side(CollectiveRow row, Optional<CollectiveResult> side, boolean inPlace) {
    return side.map(it ->
            SIDE.formatted(
                fitting(it.timePs() * 1e-6, TIME_WIDTH),
                fitting(row.algbw(it), BANDWIDTH_WIDTH),
                fitting(sweep.busbw(row, it), BANDWIDTH_WIDTH),
                it.isWhole() && sweep.checks(inPlace) ? "0" : "N/A"))
        .orElseGet(() -> SIDE.formatted("", "", "", ""));
  }

  private void sums() {
    labelled("Out of bounds values", sweep.isWhole() ? "0 OK" : "N/A");
    labelled(
        "Avg bus bandwidth",
        new BigDecimal(sweep.meanBusbw()).round(SIX_DIGITS).stripTrailingZeros().toPlainString());
    line("#");
  }

  // --- what nccl-tests does not say -------------------------------------------------------------

  private void ran() {
    String library = sweep.cluster().machine().chips().gpu().library().name();
    boolean isNccl = sweep.backend() == CollectiveBackend.NCCL;
    line(
        String.format(
            Locale.ROOT, "# %10s  %-24s %9s %9s", "size", "ran", "time", isNccl ? "expected" : ""));
    line(
        String.format(
            Locale.ROOT, "# %10s  %-24s %9s %9s", "(B)", "", "(us)", isNccl ? "(us)" : ""));
    for (CollectiveRow row : sweep.rows()) {
      line(
          String.format(
              Locale.ROOT,
              "# %10d  %-24s %9s %9s%s",
              row.bytes(),
              words(row.algorithmUsed()),
              fitting(row.microseconds(), TIME_WIDTH),
              isNccl ? expected(row) : "",
              other(row, library)));
    }
    CollectiveNotes.of(sweep).forEach(note -> labelled("Note", note));
  }

  /** What the library would have taken, where that is not what ran. */
  private static String other(CollectiveRow row, String library) {
    boolean same = words(row.algorithmUsed()).equals(words(row.ncclChoice()));
    return same || row.ncclChoice().isEmpty()
        ? ""
        : "  %s: %s".formatted(library, words(row.ncclChoice()));
  }

  private static String words(Optional<AlgorithmUsed> ran) {
    return ran.map(AlgorithmUsed::words).orElse("-");
  }

  private static String expected(CollectiveRow row) {
    OptionalDouble us =
        row.algorithmUsed().map(AlgorithmUsed::expectedUs).orElse(OptionalDouble.empty());
    return us.isPresent() ? fitting(us.getAsDouble(), TIME_WIDTH) : "-";
  }

  // --- text -------------------------------------------------------------------------------------

  /** As many decimals as fit, two at most ({@code getFloatStr}). */
  private static String fitting(double value, int width) {
    for (int decimals = 2; decimals > 0; decimals--) {
      String words = String.format(Locale.ROOT, "%." + decimals + "f", value);
      if (words.length() <= width) {
        return words;
      }
    }
    String whole = String.format(Locale.ROOT, "%.0f", value);
    return whole.length() <= width ? whole : String.format(Locale.ROOT, "%.1e", value);
  }

  private void labelled(String label, String words) {
    line(String.format(Locale.ROOT, "# %-20s : %s", label, words));
  }

  private void line(String line) {
    text.append(line.stripTrailing()).append('\n');
  }
}
