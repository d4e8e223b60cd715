package dev.headroom.app.fleet;

import dev.headroom.collect.fleet.TargetResult;
import dev.headroom.run.json.JsonWriter;
import java.util.Comparator;
import java.util.List;

/** Summary of a collection from many machines. */
public final class FleetReport {
  private FleetReport() {}

  public static String text(FleetBundles fleet) {
    StringBuilder text = new StringBuilder();
    for (TargetResult.Failed each : failed(fleet)) {
      text.append(' ').append(each.target()).append(": ").append(each.why()).append('\n');
    }
    text.append(' ')
        .append(fleet.kept().size())
        .append(" bundles in ")
        .append(fleet.folder())
        .append(fleet.failed().isEmpty() ? "" : ", none from " + fleet.failed().size())
        .append('\n');
    return text.toString();
  }

  public static String json(FleetBundles fleet) {
    JsonWriter json = JsonWriter.indented().object().put("folder", fleet.folder().toString());
    json.array("bundles");
    fleet.kept().stream()
        .sorted(Comparator.comparing(each -> each.target().toString()))
        .forEach(each ->
            json.object()
                .put("host", each.target().toString())
                .put("file", each.file().toString())
                .put("bytes", each.bytes())
                .put("seconds", each.time().toMillis() / 1000.0)
                .endObject());
    json.endArray().array("failed");
    failed(fleet)
        .forEach(each ->
            json.object().put("host", each.target().toString()).put("why", each.why()).endObject());
    return json.endArray().endObject() + "\n";
  }

  private static List<TargetResult.Failed> failed(FleetBundles fleet) {
    return fleet.failed().stream()
        .sorted(Comparator.comparing(each -> each.target().toString()))
        .toList();
  }
}
