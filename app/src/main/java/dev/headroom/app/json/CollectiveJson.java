package dev.headroom.app.json;

import dev.headroom.run.collective.AlgorithmUsed;
import dev.headroom.run.collective.CollectiveNotes;
import dev.headroom.run.collective.CollectiveResult;
import dev.headroom.run.collective.CollectiveRow;
import dev.headroom.run.collective.CollectiveSweep;
import dev.headroom.run.json.JsonWriter;
import java.util.Optional;

/** Writer of the results of {@code headroom collective} as JSON. */
public final class CollectiveJson {
  public static final int SCHEMA_VERSION = 1;

  private CollectiveJson() {}

  public static String of(CollectiveSweep sweep) {
    JsonWriter json =
        JsonWriter.indented()
            .object()
            .put("schemaVersion", SCHEMA_VERSION)
            .put("backend", sweep.backend().word())
            .put("collective", sweep.collective().word())
            .put("cluster", sweep.cluster().machine().name())
            .put("machines", sweep.cluster().machines())
            .put("gpus", sweep.cluster().gpus())
            .put("meanBusbwGBps", sweep.meanBusbw())
            .array("rows");
    for (CollectiveRow row : sweep.rows()) {
      json.object()
          .put("sizeBytes", row.bytes())
          .put(
              "count", CollectiveRow.count(sweep.collective(), sweep.cluster().gpus(), row.bytes()))
          .put("type", "float")
          .put("redop", sweep.collective().reduces() ? "sum" : "none")
          .put("calls", row.calls())
          .put("timeSeconds", row.timePs() * 1e-12)
          .put("algbwGBps", row.algbw())
          .put("busbwGBps", sweep.busbw(row));
      side(json, "outOfPlace", sweep, row, row.outOfPlace(), sweep.checks(false));
      side(json, "inPlace", sweep, row, row.inPlace(), sweep.checks(true));
      put(json, "ran", row.algorithmUsed());
      put(json, "ncclChooses", row.ncclChoice());
      json.put("packets", row.main().packets()).endObject();
    }
    json.endArray().array("notes");
    CollectiveNotes.of(sweep).forEach(json::add);
    return json.endArray().endObject() + "\n";
  }

  /**
   * {@code wrong} is 0 of a side that is whole, and null of one whose values nobody vouches for.
   */
  private static void side(
      JsonWriter json,
      String name,
      CollectiveSweep sweep,
      CollectiveRow row,
      Optional<CollectiveResult> side,
      boolean isChecked) {
    if (side.isEmpty()) {
      json.putNull(name);
      return;
    }
    CollectiveResult it = side.get();
    json.object(name)
        .put("timeSeconds", it.timePs() * 1e-12)
        .put("algbwGBps", row.algbw(it))
        .put("busbwGBps", sweep.busbw(row, it));
    if (isChecked && it.isWhole()) {
      json.put("wrong", 0);
    } else {
      json.putNull("wrong");
    }
    json.endObject();
  }

  private static void put(JsonWriter json, String name, Optional<AlgorithmUsed> ran) {
    if (ran.isEmpty()) {
      json.putNull(name);
      return;
    }
    json.object(name).put("algorithm", ran.get().algorithm());
    if (!ran.get().protocol().isEmpty()) {
      json.put("protocol", ran.get().protocol());
    }
    ran.get().expectedUs().ifPresent(us -> json.put("expectedSeconds", us * 1e-6));
    json.endObject();
  }
}
