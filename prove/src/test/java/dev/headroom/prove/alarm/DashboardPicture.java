package dev.headroom.prove.alarm;

import dev.headroom.model.yaml.YamlNode;
import dev.headroom.model.yaml.YamlNode.Mapping;
import dev.headroom.model.yaml.YamlNode.Scalar;
import dev.headroom.model.yaml.YamlNode.Sequence;
import dev.headroom.model.yaml.YamlParser;
import dev.headroom.model.yaml.YamlProblems;
import dev.headroom.prove.query.Element;
import dev.headroom.prove.query.Evaluator;
import dev.headroom.prove.query.Expression;
import dev.headroom.prove.query.ExpressionParser;
import dev.headroom.prove.query.Metrics;
import dev.headroom.prove.sample.HostHistory;
import dev.headroom.prove.sample.HostSample;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.TreeMap;

/**
 * Picture of the dashboard over samples: the panels, expressions and thresholds of its JSON, and
 * the alarms at the end. Panels whose expression has no value in these samples are left out.
 */
final class DashboardPicture {
  private static final int COLUMNS = 3;
  private static final int WIDTH = 400;
  private static final int HEIGHT = 150;
  private static final int GAP = 8;
  private static final int ROW = 18;
  private static final int LEFT = 54;
  private static final int TOP = 30;
  private static final int BOTTOM = 14;

  /** Samples from one point of a curve to the next. */
  private static final int STRIDE = 6;

  private static final String[] COLORS = {
    "#1f77b4", "#2ca02c", "#9467bd", "#8c564b", "#e377c2", "#17becf", "#bcbd22", "#ff7f0e"
  };

  /** Panel with the curves of its expression, by machine and labels. */
  private record Panel(
      String title,
      Expression expression,
      OptionalDouble threshold,
      Map<String, TreeMap<Long, Double>> curves) {}

  private final StringBuilder svg = new StringBuilder();
  private final List<Panel> panels;
  private final AlarmEngine engine;
  private Instant from = Instant.MAX;
  private Instant to = Instant.MIN;

  private DashboardPicture(List<AlarmRule> rules) {
    panels = panels(GrafanaDashboard.of(rules));
    engine = new AlarmEngine(rules);
  }

  /** The picture as SVG. */
  static String of(List<AlarmRule> rules, List<HostSample> samples) {
    DashboardPicture picture = new DashboardPicture(rules);
    picture.replay(samples);
    return picture.drawn();
  }

  private static List<Panel> panels(String dashboard) {
    YamlNode root =
        YamlParser.parse(
                dashboard,
                "headroom.json",
                new YamlParser.Sought("dashboard", "panels: []"),
                new YamlProblems())
            .orElseThrow();
    List<Panel> found = new ArrayList<>();
    for (Mapping panel : blocks(root, "panels")) {
      if (text(panel, "type").equals("timeseries")) {
        OptionalDouble threshold =
            panel
                .block("fieldConfig")
                .flatMap(config -> config.block("defaults"))
                .flatMap(defaults -> defaults.block("thresholds"))
                .map(thresholds ->
                    OptionalDouble.of(
                        Double.parseDouble(text(blocks(thresholds, "steps").getLast(), "value"))))
                .orElse(OptionalDouble.empty());
        String expression = text(blocks(panel, "targets").getFirst(), "expr");
        found.add(
            new Panel(
                text(panel, "title"),
                ExpressionParser.parse(expression),
                threshold,
                new TreeMap<>()));
      }
    }
    return found;
  }

  private static List<Mapping> blocks(YamlNode node, String key) {
    return ((Sequence) ((Mapping) node).value(key).orElseThrow())
        .items().stream().map(Mapping.class::cast).toList();
  }

  private static String text(Mapping node, String key) {
    return ((Scalar) node.value(key).orElseThrow()).text();
  }

  private void replay(List<HostSample> samples) {
    Map<String, Duration> metrics = Metrics.of(panels.stream().map(Panel::expression).toList());
    Map<String, HostHistory> histories = new HashMap<>();
    Map<String, Integer> counts = new HashMap<>();
    for (HostSample sample : samples) {
      from = sample.time().isBefore(from) ? sample.time() : from;
      to = sample.time().isAfter(to) ? sample.time() : to;
      engine.add(sample);
      HostHistory history =
          histories.computeIfAbsent(sample.host(), host -> new HostHistory(host, metrics));
      history.add(sample);
      int count = counts.getOrDefault(sample.host(), 0) + 1;
      counts.put(sample.host(), count);
      if (count % STRIDE == 0) {
        look(sample.host(), new Evaluator(history, sample.time().toEpochMilli()), sample.time());
      }
    }
  }

  private void look(String host, Evaluator evaluator, Instant now) {
    for (Panel panel : panels) {
      for (Element element : evaluator.evaluate(panel.expression())) {
        panel
            .curves()
            .computeIfAbsent(host + element.labels(), _ -> new TreeMap<>())
            .put(now.toEpochMilli(), element.value());
      }
    }
  }

  private String drawn() {
    List<Alarm> alarms = engine.alarms();
    List<Panel> shown = panels.stream().filter(panel -> !panel.curves().isEmpty()).toList();
    int table = TOP + (alarms.size() + 1) * ROW;
    int rows = (shown.size() + COLUMNS - 1) / COLUMNS;
    int width = COLUMNS * (WIDTH + GAP) + GAP;
    int height = table + 2 * GAP + rows * (HEIGHT + GAP);
    svg.append(
        """
        <svg xmlns="http://www.w3.org/2000/svg" width="%d" height="%d" viewBox="0 0 %d %d" \
        font-family="sans-serif" font-size="11">
        <rect width="100%%" height="100%%" fill="#f4f5f5"/>
        """
            .formatted(width, height, width, height));
    table(alarms, width - 2 * GAP, table);
    for (int i = 0; i < shown.size(); i++) {
      int x = GAP + i % COLUMNS * (WIDTH + GAP);
      int y = table + 2 * GAP + i / COLUMNS * (HEIGHT + GAP);
      panel(shown.get(i), x, y);
    }
    return svg.append("</svg>\n").toString();
  }

  private void frame(int x, int y, int width, int height, String title) {
    svg.append(
        """
        <rect x="%d" y="%d" width="%d" height="%d" fill="#fff" stroke="#d8d9da"/>
        <text x="%d" y="%d" font-weight="bold">%s</text>
        """
            .formatted(x, y, width, height, x + 8, y + 18, escaped(title)));
  }

  private void table(List<Alarm> alarms, int width, int height) {
    frame(GAP, GAP, width, height, "Alarms now");
    int y = GAP + TOP + ROW;
    row(y - ROW, "#666", "alarm", "severity", "host", "what is the matter");
    for (Alarm alarm : alarms) {
      String severity = alarm.rule().severity().word();
      String color = severity.equals("critical") ? "#c4162a" : "#b35c00";
      row(y, color, alarm.rule().name(), severity, alarm.host(), alarm.text());
      y += ROW;
    }
  }

  private void row(int y, String color, String... cells) {
    int[] columns = {GAP + 8, 220, 310, 390};
    for (int i = 0; i < columns.length; i++) {
      svg.append("<text x=\"%d\" y=\"%d\"".formatted(columns[i], y + ROW / 2));
      svg.append(" fill=\"%s\">%s</text>\n".formatted(color, escaped(cells[i])));
    }
  }

  private void panel(Panel panel, int x, int y) {
    frame(x, y, WIDTH, HEIGHT, panel.title());
    double least = panel.threshold().orElse(0);
    double most = least;
    for (TreeMap<Long, Double> curve : panel.curves().values()) {
      for (double value : curve.values()) {
        least = Math.min(least, value);
        most = Math.max(most, value);
      }
    }
    least = Math.min(least, 0);
    most = most > least ? most : least + 1;
    int left = x + LEFT;
    int right = x + WIDTH - GAP;
    int top = y + TOP;
    int bottom = y + HEIGHT - BOTTOM;
    axis(left, top + 4, most);
    axis(left, bottom + 4, least);
    svg.append(
        "<path d=\"M%d %dV%dH%d\" fill=\"none\" stroke=\"#bbb\"/>\n"
            .formatted(left, top, bottom, right));
    int color = 0;
    for (TreeMap<Long, Double> curve : panel.curves().values()) {
      svg.append("<polyline fill=\"none\" stroke=\"%s\"".formatted(COLORS[color]));
      svg.append(" points=\"").append(points(curve, left, right, top, bottom, least, most));
      svg.append("\"/>\n");
      color = (color + 1) % COLORS.length;
    }
    if (panel.threshold().isPresent()) {
      long height = at(panel.threshold().getAsDouble(), top, bottom, least, most);
      svg.append(
          "<path d=\"M%d %dH%d\" stroke=\"#e02f44\" stroke-dasharray=\"6 4\"/>\n"
              .formatted(left, height, right));
    }
  }

  private void axis(int right, int y, double value) {
    svg.append("<text x=\"%d\" y=\"%d\"".formatted(right - 4, y));
    svg.append(" fill=\"#666\" text-anchor=\"end\">%s</text>\n".formatted(shortened(value)));
  }

  /** Points of a curve; of a level part only its ends. */
  private String points(
      Map<Long, Double> curve,
      int left,
      int right,
      int top,
      int bottom,
      double least,
      double most) {
    double span = Math.max(1, Duration.between(from, to).toMillis());
    List<long[]> drawn = new ArrayList<>();
    curve.forEach((ms, value) -> {
      long x = left + Math.round((ms - from.toEpochMilli()) / span * (right - left));
      long y = at(value, top, bottom, least, most);
      int count = drawn.size();
      if (count > 1 && drawn.get(count - 1)[1] == y && drawn.get(count - 2)[1] == y) {
        drawn.removeLast();
      }
      drawn.add(new long[] {x, y});
    });
    StringBuilder text = new StringBuilder();
    drawn.forEach(point -> text.append(point[0]).append(',').append(point[1]).append(' '));
    return text.toString().strip();
  }

  private static long at(double value, int top, int bottom, double least, double most) {
    return bottom - Math.round((value - least) / (most - least) * (bottom - top));
  }

  private static String shortened(double value) {
    double size = Math.abs(value);
    if (size >= 1e9) {
      return String.format(Locale.ROOT, "%.3gG", value / 1e9);
    }
    if (size >= 1e6) {
      return String.format(Locale.ROOT, "%.3gM", value / 1e6);
    }
    if (size >= 1e3) {
      return String.format(Locale.ROOT, "%.3gk", value / 1e3);
    }
    return value == Math.rint(value)
        ? Long.toString((long) value)
        : String.format(Locale.ROOT, "%.2g", value);
  }

  private static String escaped(String text) {
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
  }
}
