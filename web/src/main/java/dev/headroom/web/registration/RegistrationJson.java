package dev.headroom.web.registration;

import dev.headroom.model.memory.TranslationTable;
import dev.headroom.run.json.JsonWriter;
import dev.headroom.wire.memory.LockedMemory;
import dev.headroom.wire.memory.RegistrationStep;
import dev.headroom.wire.memory.RegistrationTrace;
import java.util.Locale;

/** Writer of the results of a memory registration as JSON. */
public final class RegistrationJson {
  public static final int SCHEMA_VERSION = 1;

  private RegistrationJson() {}

  /** With all entries of the translation table. */
  public static final int ALL = Integer.MAX_VALUE;

  /**
   * @param entries how many of the translation table's are written at most; 0 for no list of them
   */
  public static String of(RegistrationResult registered, int entries) {
    RegistrationTrace trace = registered.trace();
    JsonWriter json =
        JsonWriter.indented()
            .object()
            .put("schemaVersion", SCHEMA_VERSION)
            .put("device", registered.device())
            .put("bytes", trace.bytes())
            .put("page", registered.pages().name().toLowerCase(Locale.ROOT))
            .put("pageBytes", trace.pageBytes())
            .put("pages", trace.pages())
            .put("rounds", registered.rounds())
            .put("registerNs", trace.registeringNanoseconds())
            .put("modelNs", registered.modelNanoseconds())
            .array("steps");
    for (RegistrationStep step : RegistrationStep.values()) {
      Long took = trace.nanoseconds().get(step);
      if (took != null) {
        json.object()
            .put("step", step.name().toLowerCase(Locale.ROOT))
            .put("ns", took)
            .put("nsPerPage", registered.perPage(took))
            .endObject();
      }
    }
    json.endArray().put("lkey", hex(trace.lkey())).put("rkey", hex(trace.rkey()));
    locked(json.object("lockedBefore"), trace.before());
    locked(json.object("locked"), trace.during());
    RegistrationTrace.Transfer transfer = trace.transfer();
    json.object("transfer")
        .put("bytes", transfer.bytes())
        .put("right", transfer.right())
        .put("wrongKeyRefused", transfer.isRejected())
        .endObject();
    trace
        .table()
        .ifPresentOrElse(table -> table(json, table, entries), () -> json.putNull("table"));
    return json.endObject() + "\n";
  }

  private static void locked(JsonWriter json, LockedMemory memory) {
    json.put("lockedBytes", memory.locked()).put("pinnedBytes", memory.pinned());
    memory
        .limit()
        .ifPresentOrElse(limit -> json.put("limitBytes", limit), () -> json.putNull("limitBytes"));
    json.put("exempt", memory.exempt()).endObject();
  }

  private static void table(JsonWriter json, TranslationTable table, int entries) {
    json.object("table")
        .put("runs", table.runs())
        .put("pageBytes", table.page().bytes())
        .put("entries", table.entries())
        .put("bytes", table.tableBytes());
    if (entries > 0) {
      json.array("translations");
      for (int i = 0; i < Math.min(table.entries(), entries); i++) {
        TranslationTable.Entry entry = table.entry(i);
        json.object()
            .put("virtual", hex(entry.virtual()))
            .put("physical", hex(entry.physical()))
            .put("mtt", hex(entry.value()))
            .endObject();
      }
      json.endArray();
    }
    json.endObject();
  }

  private static String hex(long value) {
    return "0x" + Long.toHexString(value);
  }

  private static String hex(int value) {
    return "0x" + Integer.toHexString(value);
  }
}
