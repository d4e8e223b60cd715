package dev.headroom.prove.watch;

import dev.headroom.prove.alarm.Alarm;
import dev.headroom.prove.alarm.AlarmEvent;
import dev.headroom.prove.alarm.Incident;
import dev.headroom.run.json.JsonWriter;
import java.util.List;

/** Writer of events and of the state of a watch as JSON. */
public final class WatchJson {
  public static final int SCHEMA_VERSION = 1;

  private WatchJson() {}

  /** An event in a line. */
  public static String line(AlarmEvent event) {
    JsonWriter json = JsonWriter.compact();
    json.object()
        .put("time", event.time().toString())
        .put("event", event.fired() ? "fired" : "cleared");
    alarm(event.alarm(), json);
    return json.endObject().toString().strip() + "\n";
  }

  /** All that is so now. */
  public static String of(WatchState state) {
    JsonWriter json = JsonWriter.indented();
    json.object()
        .put("schemaVersion", SCHEMA_VERSION)
        .put("time", state.time().toString())
        .put("machines", state.machines())
        .put("series", state.series());
    json.array("unreachable");
    for (WatchState.Unreachable each : state.unreachable()) {
      json.object().put("host", each.host()).put("why", each.why()).endObject();
    }
    json.endArray().array("incidents");
    for (Incident incident : state.incidents()) {
      json.object();
      alarm(incident.root(), json);
      json.put("cause", incident.root().rule().words().cause())
          .put("fix", incident.root().rule().words().fix())
          .put("source", incident.root().rule().words().source());
      followers(incident.followers(), json);
      json.endObject();
    }
    return json.endArray().endObject().toString();
  }

  private static void followers(List<Alarm> followers, JsonWriter json) {
    json.array("followers");
    for (Alarm each : followers) {
      json.object();
      alarm(each, json);
      json.endObject();
    }
    json.endArray();
  }

  private static void alarm(Alarm alarm, JsonWriter json) {
    json.put("alarm", alarm.rule().name())
        .put("severity", alarm.rule().severity().word())
        .put("host", alarm.host())
        .put("part", alarm.hardware())
        .put("text", alarm.text())
        .put("since", alarm.since().toString())
        .put("value", alarm.value());
    json.object("labels");
    alarm.labels().forEach(json::put);
    json.endObject();
    alarm.rule().words().rule().ifPresent(rule -> json.put("rule", rule));
  }
}
