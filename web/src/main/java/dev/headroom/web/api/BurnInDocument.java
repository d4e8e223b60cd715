package dev.headroom.web.api;

import dev.headroom.prove.evidence.Entry;
import dev.headroom.prove.report.BurnInJson;
import dev.headroom.prove.report.BurnInReport;
import dev.headroom.prove.verdict.RunLedger;
import dev.headroom.run.json.JsonWriter;
import java.util.List;

/** Document of a burn-in for its page: how far it is, its last slices, and its report. */
final class BurnInDocument {
  private static final int LAST_SLICES = 12;

  private BurnInDocument() {}

  static String of(BurnInReport report) {
    RunLedger run = report.run();
    JsonWriter json =
        JsonWriter.compact()
            .object()
            .put("slices", run.slices().size())
            .put("done", run.ended().size())
            .put("running", run.running())
            .put("hours", run.lastSecond() / 3600)
            .put("starts", run.starts().size())
            .array("last");
    List<Entry.Ended> ended = List.copyOf(run.ended().values());
    for (Entry.Ended each : ended.subList(Math.max(0, ended.size() - LAST_SLICES), ended.size())) {
      json.object()
          .put("slice", each.slice())
          .put("second", each.second())
          .put("time", each.time())
          .put("tool", each.tool())
          .put("notes", String.join("; ", each.notes()))
          .endObject();
    }
    String head = json.endArray().endObject().toString().strip();
    return head.substring(0, head.length() - 1)
        + ",\"report\":"
        + BurnInJson.report(report).strip()
        + "}";
  }

  /** Evidence that does not hold shows nothing but that. */
  static String broken(String why) {
    return JsonWriter.compact().object().put("broken", why).endObject().toString();
  }
}
