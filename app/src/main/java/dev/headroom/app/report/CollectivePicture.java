package dev.headroom.app.report;

import dev.headroom.app.results.Backend;
import dev.headroom.app.results.CollectiveRow;
import dev.headroom.app.results.CollectiveSweep;
import dev.headroom.app.results.Ran;
import dev.headroom.model.unit.Size;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.function.ToDoubleFunction;

/** Bus bandwidth over size as a picture in SVG: what was measured, and what NCCL expects. */
public final class CollectivePicture {
  private static final int WIDTH = 760;
  private static final int HEIGHT = 420;
  private static final int LEFT = 64;
  private static final int RIGHT = 20;
  private static final int TOP = 48;
  private static final int BOTTOM = 56;
  private static final int GRID_LINES = 5;

  private final CollectiveSweep sweep;
  private final StringBuilder svg = new StringBuilder();
  private final double most;

  private CollectivePicture(CollectiveSweep sweep) {
    this.sweep = sweep;
    double highest =
        sweep.rows().stream()
            .mapToDouble(row -> Math.max(sweep.busbw(row), expected(row)))
            .max()
            .orElse(1);
    most = roundUp(highest);
  }

  public static String of(CollectiveSweep sweep) {
    return new CollectivePicture(sweep).draw();
  }

  private String draw() {
    put(
        String.format(
            Locale.ROOT,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\"",
            WIDTH,
            HEIGHT));
    put(" font-family=\"system-ui, sans-serif\" font-size=\"12\">\n");
    put(
        String.format(
            Locale.ROOT, "<rect width=\"%d\" height=\"%d\" fill=\"#fff\"/>\n", WIDTH, HEIGHT));
    text(LEFT, 24, "start", "#111", sweep.title());
    grid();
    if (sweep.backend() == Backend.NCCL) {
      curve("#9aa4b2", "5 4", this::expected);
    }
    curve("#1f6feb", "none", sweep::busbw);
    dots();
    legend();
    put("</svg>\n");
    return svg.toString();
  }

  private double expected(CollectiveRow row) {
    return row.ran().map(Ran::expectedUs).filter(OptionalDouble::isPresent).stream()
        .mapToDouble(us -> sweep.busbw(row, us.getAsDouble()))
        .findFirst()
        .orElse(0);
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

  private double x(int i) {
    int last = Math.max(1, sweep.rows().size() - 1);
    return LEFT + (double) (WIDTH - LEFT - RIGHT) * i / last;
  }

  private double y(double value) {
    return HEIGHT - BOTTOM - (HEIGHT - TOP - BOTTOM) * value / most;
  }

  private void grid() {
    for (int i = 0; i <= GRID_LINES; i++) {
      double value = most * i / GRID_LINES;
      put(
          String.format(
              Locale.ROOT,
              "<line x1=\"%d\" x2=\"%d\" y1=\"%.1f\" y2=\"%.1f\" stroke=\"#e5e7eb\"/>\n",
              LEFT,
              WIDTH - RIGHT,
              y(value),
              y(value)));
      text(LEFT - 8, y(value) + 4, "end", "#555", String.format(Locale.ROOT, "%.3g", value));
    }
    int every = Math.max(1, Math.ceilDiv(sweep.rows().size(), 10));
    for (int i = 0; i < sweep.rows().size(); i += every) {
      text(
          x(i),
          HEIGHT - BOTTOM + 18,
          "middle",
          "#555",
          new Size(sweep.rows().get(i).bytes()).toString());
    }
    text(LEFT, HEIGHT - 14, "start", "#555", "size, as nccl-tests counts it");
    text(LEFT - 8, TOP - 8, "end", "#555", "GB/s");
  }

  private void curve(String colour, String dashes, ToDoubleFunction<CollectiveRow> value) {
    put(
        String.format(
            Locale.ROOT,
            "<polyline fill=\"none\" stroke=\"%s\" stroke-width=\"2\" stroke-dasharray=\"%s\" points=\"",
            colour,
            dashes));
    for (int i = 0; i < sweep.rows().size(); i++) {
      put(
          String.format(
              Locale.ROOT, "%.1f,%.1f ", x(i), y(value.applyAsDouble(sweep.rows().get(i)))));
    }
    put("\"/>\n");
  }

  private void dots() {
    for (int i = 0; i < sweep.rows().size(); i++) {
      CollectiveRow row = sweep.rows().get(i);
      put(
          String.format(
              Locale.ROOT,
              "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"3.5\" ",
              x(i),
              y(sweep.busbw(row))));
      put("fill=\"#1f6feb\"><title>");
      put(
          String.format(
              Locale.ROOT,
              "%s: %.1f us, busbw %.2f GB/s",
              new Size(row.bytes()),
              row.microseconds(),
              sweep.busbw(row)));
      row.ran().ifPresent(ran -> put(", " + ran.words()));
      put("</title></circle>\n");
    }
  }

  private void legend() {
    text(WIDTH - RIGHT, 24, "end", "#1f6feb", "busbw, simulated");
    if (sweep.backend() == Backend.NCCL) {
      text(WIDTH - RIGHT, 40, "end", "#6b7280", "- - as NCCL's model expects");
    }
  }

  private void text(double x, double y, String anchor, String colour, String words) {
    put(
        String.format(
            Locale.ROOT,
            "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"%s\" fill=\"%s\">%s</text>\n",
            x,
            y,
            anchor,
            colour,
            words));
  }

  private void put(String text) {
    svg.append(text);
  }
}
