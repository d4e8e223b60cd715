package dev.headroom.web.report;

import dev.headroom.run.collective.AlgorithmUsed;
import dev.headroom.run.collective.CollectiveBackend;
import dev.headroom.run.collective.CollectiveRow;
import dev.headroom.run.collective.CollectiveSweep;
import dev.headroom.run.figures.NumberText;
import dev.headroom.unit.Size;
import java.util.Formatter;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.function.DoubleFunction;
import java.util.function.DoubleUnaryOperator;
import java.util.function.ToDoubleFunction;

/**
 * SVG picture of a collective over its size: bus bandwidth for large sizes, time on a logarithmic
 * axis for small ones. It shows measured and NCCL-expected values, and which algorithm and protocol
 * ran where.
 */
public final class CollectivePicture {
  private static final int WIDTH = 760;
  private static final int HEIGHT = 640;
  private static final int LEFT = 72;
  private static final int RIGHT = 28;
  private static final int PANEL = 230;
  private static final int BANDWIDTH_TOP = 64;
  private static final int TIME_TOP = 348;
  private static final int GRID_LINES = 5;
  private static final double LETTER = 6.4;
  private static final double LABEL = 60;

  private static final String STYLE =
      """
      <style>
      svg { --page: #fff; --ink: #17202b; --soft: #5d6b7c; --line: #dde2e9; --run: #1f6fb2; --model: #5d6b7c; }
      @media (prefers-color-scheme: dark) {
        svg { --page: #18202a; --ink: #e6ebf1; --soft: #9aa8b8; --line: #2a3542; --run: #5aa9e6; --model: #9fb0c3; }
      }
      text { fill: var(--soft); } .ink { fill: var(--ink); } .run { fill: var(--run); } .model { fill: var(--model); }
      line { stroke: var(--line); } polyline { fill: none; stroke-width: 2; }
      </style>
      """;

  private final CollectiveSweep sweep;
  private final List<CollectiveRow> rows;
  private final StringBuilder svg = new StringBuilder();
  private final Formatter to = new Formatter(svg, Locale.ROOT);

  private CollectivePicture(CollectiveSweep sweep) {
    this.sweep = sweep;
    rows = sweep.rows();
  }

  public static String of(CollectiveSweep sweep) {
    return new CollectivePicture(sweep).draw();
  }

  private String draw() {
    to.format("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\"", WIDTH, HEIGHT);
    to.format(" width=\"%d\" height=\"%d\"", WIDTH, HEIGHT);
    to.format(" role=\"img\" aria-label=\"%s\"", HtmlReport.escaped(sweep.title()));
    to.format(" font-family=\"system-ui, sans-serif\" font-size=\"12\">\n");
    svg.append(STYLE);
    to.format("<rect width=\"%d\" height=\"%d\" fill=\"var(--page)\"/>\n", WIDTH, HEIGHT);
    text(LEFT, 24, "start", "ink", sweep.title());
    text(WIDTH - RIGHT, 24, "end", "run", "simulated");
    if (sweep.backend() == CollectiveBackend.NCCL) {
      text(WIDTH - RIGHT, 40, "end", "model", "- - predicted by NCCL's model");
    }
    bandwidth();
    time();
    return svg.append("</svg>\n").toString();
  }

  private void bandwidth() {
    double most = roundUp(most(row -> Math.max(sweep.busbw(row), expectedBusbw(row))));
    DoubleUnaryOperator y = value -> BANDWIDTH_TOP + PANEL * (1 - value / most);
    text(LEFT - 8, BANDWIDTH_TOP - 12, "end", "", "GB/s");
    text(LEFT, BANDWIDTH_TOP - 12, "start", "ink", "bus bandwidth");
    for (int i = 0; i <= GRID_LINES; i++) {
      level(most * i / GRID_LINES, y, value -> String.format(Locale.ROOT, "%.3g", value));
    }
    sizes(BANDWIDTH_TOP + PANEL + 18);
    curves(y, sweep::busbw, this::expectedBusbw);
  }

  private void time() {
    double most = most(row -> Math.max(row.microseconds(), expectedUs(row)));
    double least = most;
    for (CollectiveRow row : rows) {
      least = Math.min(least, row.microseconds());
      least = expectedUs(row) > 0 ? Math.min(least, expectedUs(row)) : least;
    }
    int from = (int) Math.floor(Math.log10(Math.max(least, 1e-3)));
    int until = Math.max(from + 1, (int) Math.ceil(Math.log10(Math.max(most, 1e-3))));
    DoubleUnaryOperator y =
        us -> TIME_TOP + PANEL * (1 - (Math.log10(Math.max(us, 1e-3)) - from) / (until - from));
    text(LEFT, TIME_TOP - 12, "start", "ink", "time");
    for (int power = from; power <= until; power++) {
      level(Math.pow(10, power), y, us -> NumberText.time(us * 1e6));
    }
    sizes(TIME_TOP + PANEL + 18);
    ran(TIME_TOP + PANEL + 36);
    text(LEFT, HEIGHT - 8, "start", "", "size, as in nccl-tests");
    curves(y, CollectiveRow::microseconds, this::expectedUs);
  }

  private double most(ToDoubleFunction<CollectiveRow> value) {
    return rows.stream().mapToDouble(value).max().orElse(1);
  }

  private double expectedUs(CollectiveRow row) {
    return row
        .algorithmUsed()
        .map(AlgorithmUsed::expectedUs)
        .filter(OptionalDouble::isPresent)
        .stream()
        .mapToDouble(OptionalDouble::getAsDouble)
        .findFirst()
        .orElse(0);
  }

  private double expectedBusbw(CollectiveRow row) {
    return expectedUs(row) == 0 ? 0 : sweep.busbw(row, expectedUs(row));
  }

  private static double roundUp(double value) {
    double unit = Math.pow(10, Math.floor(Math.log10(Math.max(value, 1e-9))));
    for (double step : new double[] {1, 2, 2.5, 5, 10}) {
      if (step * unit >= value) {
        return step * unit;
      }
    }
    return 10 * unit;
  }

  /** By the logarithm of the size: sizes that double stand evenly, others where they belong. */
  private double x(int i) {
    double first = Math.log(rows.getFirst().bytes());
    double all = Math.log(rows.getLast().bytes()) - first;
    double share = all > 0 ? (Math.log(rows.get(i).bytes()) - first) / all : 0;
    return LEFT + (WIDTH - LEFT - RIGHT) * share;
  }

  /** Half the way from a size to the next one on either side, or what is as far on the other. */
  private double halfWay(int i, int to) {
    int other = rows.size() < 2 ? i : to < 0 ? i + 1 : to >= rows.size() ? i - 1 : to;
    return other == i ? WIDTH : Math.abs(x(other) - x(i)) / 2;
  }

  private void level(double value, DoubleUnaryOperator y, DoubleFunction<String> words) {
    double at = y.applyAsDouble(value);
    to.format("<line x1=\"%d\" x2=\"%d\" y1=\"%.1f\" y2=\"%.1f\"/>\n", LEFT, WIDTH - RIGHT, at, at);
    text(LEFT - 8, at + 4, "end", "", words.apply(value));
  }

  private void sizes(double y) {
    double free = 0;
    for (int i = 0; i < rows.size(); i++) {
      if (x(i) >= free) {
        text(x(i), y, "middle", "", new Size(rows.get(i).bytes()).toString());
        free = x(i) + LABEL;
      }
    }
  }

  /** Algorithm and protocol below the sizes that they ran at, where there is room for the words. */
  private void ran(double y) {
    for (int from = 0; from < rows.size(); ) {
      String words = rows.get(from).algorithmUsed().map(AlgorithmUsed::words).orElse("");
      int end = from + 1;
      while (end < rows.size()
          && rows.get(end).algorithmUsed().map(AlgorithmUsed::words).orElse("").equals(words)) {
        end++;
      }
      double room = x(end - 1) - x(from) + halfWay(from, from - 1) + halfWay(end - 1, end);
      if (room > words.length() * LETTER) {
        text((x(from) + x(end - 1)) / 2, y, "middle", "ink", words);
      }
      from = end;
    }
  }

  private void curves(
      DoubleUnaryOperator y,
      ToDoubleFunction<CollectiveRow> measured,
      ToDoubleFunction<CollectiveRow> expected) {
    if (sweep.backend() == CollectiveBackend.NCCL
        && rows.stream().anyMatch(row -> expectedUs(row) > 0)) {
      curve("model", "5 4", y, expected);
    }
    curve("run", "none", y, measured);
    for (int i = 0; i < rows.size(); i++) {
      CollectiveRow row = rows.get(i);
      to.format(
          "<circle class=\"run\" cx=\"%.1f\" cy=\"%.1f\" r=\"3.5\"><title>",
          x(i), y.applyAsDouble(measured.applyAsDouble(row)));
      to.format(
          "%s: %.1f us, busbw %.2f GB/s",
          new Size(row.bytes()), row.microseconds(), sweep.busbw(row));
      row.algorithmUsed().ifPresent(ran -> svg.append(", ").append(ran.words()));
      to.format("</title></circle>\n");
    }
  }

  private void curve(
      String colour, String dashes, DoubleUnaryOperator y, ToDoubleFunction<CollectiveRow> value) {
    to.format("<polyline stroke=\"var(--%s)\" stroke-dasharray=\"%s\" points=\"", colour, dashes);
    for (int i = 0; i < rows.size(); i++) {
      to.format("%.1f,%.1f ", x(i), y.applyAsDouble(value.applyAsDouble(rows.get(i))));
    }
    to.format("\"/>\n");
  }

  private void text(double x, double y, String anchor, String kind, String words) {
    to.format("<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"%s\" class=\"%s\">", x, y, anchor, kind);
    svg.append(HtmlReport.escaped(words)).append("</text>\n");
  }
}
