package dev.headroom.web.report;

import dev.headroom.audit.document.GapText;
import dev.headroom.audit.gap.Gap;
import dev.headroom.audit.gap.Gap.Cause;
import dev.headroom.audit.gap.Gap.Row;
import java.util.Formatter;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;

/**
 * SVG picture of a performance gap: bus bandwidth over size as measured, as modelled with the
 * machines as found, and once fixed. Below, it shows the gain of each fixed cause.
 */
public final class GapPicture {
  private static final int WIDTH = 760;
  private static final int LEFT = 72;
  private static final int RIGHT = 28;
  private static final int TOP = 64;
  private static final int PANEL = 250;
  private static final int STEP = 34;
  private static final int BAR = 12;
  private static final int GRID_LINES = 4;

  private static final String STYLE =
      """
      <style>
      svg { --page: #fff; --ink: #17202b; --soft: #5d6b7c; --line: #dde2e9; --run: #1f6fb2; --found: #b3541e; --fixed: #2c7a4b; }
      @media (prefers-color-scheme: dark) {
        svg { --page: #18202a; --ink: #e6ebf1; --soft: #9aa8b8; --line: #2a3542; --run: #5aa9e6; --found: #f0a06a; --fixed: #6fcf97; }
      }
      text { fill: var(--soft); } .ink { fill: var(--ink); }
      .run { fill: var(--run); } .found { fill: var(--found); } .fixed { fill: var(--fixed); }
      line { stroke: var(--line); } polyline { fill: none; stroke-width: 2; }
      </style>
      """;

  private final Gap gap;
  private final double most;
  private final StringBuilder svg = new StringBuilder();
  private final Formatter to = new Formatter(svg, Locale.ROOT);

  private GapPicture(Gap gap) {
    this.gap = gap;
    most =
        roundUp(
            gap.sizes().rows().stream()
                .mapToDouble(row -> Math.max(row.measured(), Math.max(row.found(), row.fixed())))
                .max()
                .orElse(1));
  }

  public static String of(Gap gap) {
    return new GapPicture(gap).draw();
  }

  private String draw() {
    int height =
        TOP + PANEL + 60 + (gap.causes().isEmpty() ? 0 : 40 + STEP * (gap.causes().size() + 2));
    to.format("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\"", WIDTH, height);
    to.format(" width=\"%d\" height=\"%d\"", WIDTH, height);
    to.format(" role=\"img\" aria-label=\"%s\"", HtmlReport.escaped(GapText.headline(gap)));
    to.format(" font-family=\"system-ui, sans-serif\" font-size=\"12\">\n");
    svg.append(STYLE);
    to.format("<rect width=\"%d\" height=\"%d\" fill=\"var(--page)\"/>\n", WIDTH, height);
    text(LEFT, 24, "start", "ink", GapText.title(gap));
    text(LEFT, 46, "start", "ink", "bus bandwidth, GB/s");
    text(WIDTH - RIGHT, 24, "end", "run", "measured");
    if (gap.causes().isEmpty()) {
      text(WIDTH - RIGHT, 40, "end", "fixed", "- - model");
    } else {
      text(WIDTH - RIGHT - 120, 40, "end", "found", "- - model as found");
      text(WIDTH - RIGHT, 40, "end", "fixed", "- - model, fixed");
    }
    axes();
    curve("fixed", "5 4", Row::fixed);
    if (!gap.causes().isEmpty()) {
      curve("found", "5 4", Row::found);
    }
    curve("run", "none", Row::measured);
    ladder(TOP + PANEL + 70);
    return svg.append("</svg>\n").toString();
  }

  /** To a number that parts well in four. */
  private static double roundUp(double value) {
    double unit = Math.pow(10, Math.floor(Math.log10(value)));
    for (double step : new double[] {1, 2, 4, 6, 8}) {
      if (step * unit >= value) {
        return step * unit;
      }
    }
    return 10 * unit;
  }

  private void axes() {
    for (int i = 0; i <= GRID_LINES; i++) {
      double value = most * i / GRID_LINES;
      to.format(
          "<line x1=\"%d\" x2=\"%d\" y1=\"%.1f\" y2=\"%.1f\"/>\n",
          LEFT, WIDTH - RIGHT, y(value), y(value));
      text(LEFT - 8, y(value) + 4, "end", "", value == 0 ? "0" : GapText.gbps(value));
    }
    int every = Math.max(1, Math.ceilDiv(gap.sizes().rows().size(), 10));
    for (int i = 0; i < gap.sizes().rows().size(); i += every) {
      text(x(i), TOP + PANEL + 18, "middle", "", GapText.size(gap.sizes().rows().get(i).bytes()));
    }
  }

  /** A size alone stands in the middle. */
  private double x(int i) {
    int last = gap.sizes().rows().size() - 1;
    return LEFT + (WIDTH - LEFT - RIGHT) * (last == 0 ? 0.5 : (double) i / last);
  }

  private double y(double value) {
    return TOP + PANEL * (1 - value / most);
  }

  private void curve(String kind, String dashes, ToDoubleFunction<Row> value) {
    List<Row> rows = gap.sizes().rows();
    to.format("<polyline stroke=\"var(--%s)\" stroke-dasharray=\"%s\" points=\"", kind, dashes);
    for (int i = 0; i < rows.size(); i++) {
      to.format("%.1f,%.1f ", x(i), y(value.applyAsDouble(rows.get(i))));
    }
    to.format("\"/>\n");
    for (int i = 0; i < rows.size(); i++) {
      to.format(
          "<circle class=\"%s\" cx=\"%.1f\" cy=\"%.1f\" r=\"3.5\"><title>%s: %s GB/s</title></circle>\n",
          kind,
          x(i),
          y(value.applyAsDouble(rows.get(i))),
          GapText.size(rows.get(i).bytes()),
          GapText.gbps(value.applyAsDouble(rows.get(i))));
    }
  }

  /** From the machines as found up to fixed, a bar for each cause. */
  private void ladder(int top) {
    if (gap.causes().isEmpty()) {
      return;
    }
    text(
        LEFT,
        top,
        "start",
        "ink",
        "bus bandwidth, GB/s, with the findings fixed one after the other, at "
            + GapText.size(gap.sizes().at()));
    int at = top + 12;
    rung(at, "run", gap.row().measured(), "measured");
    at += STEP;
    rung(at, "found", gap.row().found(), "model as found");
    for (Cause cause : gap.causes()) {
      at += STEP;
      rung(at, "fixed", cause.fixedGBps(), cause.first().rule() + " fixed");
    }
  }

  private void rung(int top, String kind, double gbps, String words) {
    double length = (WIDTH - LEFT - RIGHT) * gbps / most;
    text(LEFT, top + 11, "start", "", words);
    to.format(
        "<rect class=\"%s\" x=\"%d\" y=\"%d\" width=\"%.1f\" height=\"%d\"/>\n",
        kind, LEFT, top + 15, length, BAR);
    text(LEFT - 8, top + 25, "end", "ink", GapText.gbps(gbps));
  }

  private void text(double x, double y, String anchor, String kind, String words) {
    to.format("<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"%s\" class=\"%s\">", x, y, anchor, kind);
    svg.append(HtmlReport.escaped(words)).append("</text>\n");
  }
}
