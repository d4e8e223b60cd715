package dev.headroom.prove.alarm;

import dev.headroom.run.json.JsonWriter;
import java.util.List;
import java.util.Locale;

/**
 * Writer of a dashboard for Grafana 10 or later: what fires, then a panel for each alarm with what
 * it judges and, where the condition ends in a number, the threshold and the side of it on which
 * the alarm fires.
 */
public final class GrafanaDashboard {
  private static final int SCHEMA = 39;
  private static final int WIDTH = 8;
  private static final int HEIGHT = 7;
  private static final int COLUMNS = 3;
  private static final String SOURCE = "${source}";

  private final JsonWriter json = JsonWriter.indented();

  private GrafanaDashboard() {}

  /** The dashboard. */
  public static String of(List<AlarmRule> rules) {
    return new GrafanaDashboard().written(rules);
  }

  private String written(List<AlarmRule> rules) {
    json.object()
        .put("uid", "headroom-watch")
        .put("title", "Headroom: RDMA fabric")
        .put("schemaVersion", SCHEMA)
        .put("refresh", "30s")
        .put("timezone", "browser");
    json.array("tags").add("rdma").add("headroom").endArray();
    json.object("time").put("from", "now-3h").put("to", "now").endObject();
    variables();
    json.array("panels");
    firing();
    int number = 0;
    for (AlarmRule rule : rules) {
      panel(rule, number++);
    }
    return json.endArray().endObject().toString();
  }

  private void variables() {
    json.object("templating").array("list");
    json.object()
        .put("name", "source")
        .put("label", "Prometheus")
        .put("type", "datasource")
        .put("query", "prometheus")
        .endObject();
    json.object()
        .put("name", "host")
        .put("type", "query")
        .put("query", "label_values(headroom_sample_timestamp_seconds, host)")
        .put("multi", true)
        .put("includeAll", true)
        .put("allValue", ".*")
        .put("refresh", 2);
    json.object("datasource").put("type", "prometheus").put("uid", SOURCE).endObject();
    json.object("current").put("text", "All").put("value", "$__all").endObject();
    json.endObject().endArray().endObject();
  }

  private void firing() {
    json.object()
        .put("id", 1)
        .put("type", "table")
        .put("title", "Alarms now")
        .put("description", "Alarms that fire, by machine and part.");
    grid(0, 0, WIDTH * COLUMNS);
    datasource();
    target("ALERTS{alertstate=\"firing\",host=~\"$host\"}", "", true);
    json.endObject();
  }

  private void panel(AlarmRule rule, int number) {
    JudgedValue judged = JudgedValue.of(rule.condition().expression());
    json.object()
        .put("id", number + 2)
        .put("type", "timeseries")
        .put("title", judged.fires().isEmpty() ? rule.name() : rule.name() + ": " + judged.fires())
        .put(
            "description",
            rule.words().cause() + "\n\n" + rule.words().fix() + "\n\n" + rule.words().source());
    grid(number % COLUMNS * WIDTH, (1 + number / COLUMNS) * HEIGHT, WIDTH);
    datasource();
    target(judged.expression(), "{{host}} {{device}}{{gpu}}", false);
    json.object("fieldConfig").object("defaults").put("unit", unit(rule.words().unit()));
    judged.threshold().ifPresent(this::threshold);
    json.endObject().array("overrides").endArray().endObject().endObject();
  }

  private void threshold(double value) {
    json.object("custom").object("thresholdsStyle").put("mode", "line").endObject().endObject();
    json.object("thresholds").put("mode", "absolute").array("steps");
    json.object().put("color", "green").putNull("value").endObject();
    json.object().put("color", "red").put("value", value).endObject();
    json.endArray().endObject();
  }

  private void grid(int x, int y, int width) {
    json.object("gridPos").put("x", x).put("y", y).put("w", width).put("h", HEIGHT).endObject();
  }

  private void datasource() {
    json.object("datasource").put("type", "prometheus").put("uid", SOURCE).endObject();
  }

  private void target(String expression, String legend, boolean instant) {
    json.array("targets").object().put("refId", "A").put("expr", expression);
    if (instant) {
      json.put("instant", true).put("format", "table");
    } else {
      json.put("legendFormat", legend);
    }
    json.endObject().endArray();
  }

  private static String unit(ValueUnit unit) {
    return switch (unit) {
      case SHARE -> "percentunit";
      case RATE -> "Bps";
      case SECONDS -> "s";
      case NONE, COUNT, NUMBER, CELSIUS ->
          unit.name()
              .toLowerCase(Locale.ROOT)
              .replace("none", "short")
              .replace("count", "short")
              .replace("number", "short");
    };
  }
}
