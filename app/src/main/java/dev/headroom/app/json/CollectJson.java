package dev.headroom.app.json;

import dev.headroom.collect.machine.CollectedData;
import dev.headroom.collect.machine.CollectionPlan;
import dev.headroom.collect.machine.CollectionPlan.CommandToRun;
import dev.headroom.collect.machine.CollectionPlan.FileToTake;
import dev.headroom.collect.machine.CommandResult;
import dev.headroom.run.json.JsonWriter;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.stream.Stream;

/** Writer of a collection, done or planned, as JSON. */
public final class CollectJson {
  private CollectJson() {}

  /** What was taken. */
  public static String of(CollectedData collected, Path file, boolean root) {
    JsonWriter json = JsonWriter.indented().object();
    json.put("bundle", file.toString());
    json.put("host", collected.host());
    json.put("files", collected.files().size());
    json.put("bytes", collected.bytes());
    json.array("commands");
    for (CommandResult each : collected.commandResults()) {
      json.object()
          .put("command", each.line())
          .put("path", each.path())
          .put("status", each.status())
          .put("seconds", each.time().toMillis() / 1000.0)
          .put("late", each.hasTimedOut())
          .endObject();
    }
    json.endArray();
    CollectionPlan plan = collected.plan();
    list(json, "absent", plan.absent());
    list(json, "unreadable", plan.unreadable());
    list(json, "withheld", collected.withheld());
    list(json, "rootAdds", root ? List.of() : plan.rootOnly());
    return json.endObject() + "\n";
  }

  /** What would be taken. */
  public static String of(CollectionPlan plan, List<String> environment) {
    JsonWriter json = JsonWriter.indented().object();
    list(
        json,
        "files",
        Stream.concat(plan.counters().stream(), plan.files().stream())
            .map(FileToTake::path)
            .distinct()
            .map(path -> "/" + path)
            .toList());
    list(
        json,
        "links",
        plan.links().stream().map(link -> link.substring(0, link.indexOf(" -> "))).toList());
    list(
        json,
        "commands",
        Stream.concat(plan.counterCommands().stream(), plan.commands().stream())
            .map(CommandToRun::line)
            .toList());
    list(json, "environment", environment);
    list(json, "absent", plan.absent());
    list(json, "unreadable", plan.unreadable());
    list(json, "rootAdds", plan.rootOnly());
    return json.endObject() + "\n";
  }

  private static void list(JsonWriter json, String name, Collection<String> values) {
    json.array(name);
    values.forEach(json::add);
    json.endArray();
  }
}
