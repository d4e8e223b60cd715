package dev.headroom.audit.document;

import dev.headroom.audit.Finding;
import dev.headroom.audit.gap.Gap;
import dev.headroom.audit.gap.Gap.Cause;
import dev.headroom.audit.gap.Gap.Row;
import dev.headroom.run.json.JsonWriter;
import java.util.List;
import java.util.Locale;

/** Writer of a performance gap report ({@code headroom gap}) as JSON. */
public final class GapJson {
  public static final int SCHEMA_VERSION = 1;

  private final JsonWriter json = JsonWriter.indented();

  private GapJson() {}

  public static String of(Gap gap) {
    return new GapJson().written(gap);
  }

  private String written(Gap gap) {
    json.object()
        .put("schemaVersion", SCHEMA_VERSION)
        .put("collective", gap.collective().word())
        .put("cluster", gap.cluster().machine().name())
        .put("machines", gap.cluster().machines())
        .put("gpus", gap.cluster().gpus())
        .put("verdict", gap.verdict().name().toLowerCase(Locale.ROOT).replace('_', '-'))
        .put("headline", GapText.headline(gap))
        .put("measuredUpToBytes", gap.sizes().largest())
        .put("weighedAtBytes", gap.sizes().at())
        .put("callPs", gap.calls().callPs())
        .put("gpusPerThread", gap.calls().gpusPerThread());
    if (gap.explainedShare().isPresent()) {
      json.put("explainedShare", gap.explainedShare().getAsDouble());
    } else {
      json.putNull("explainedShare");
    }
    if (gap.unusedNics().isPresent()) {
      json.object("narrowed")
          .put("devices", gap.unusedNics().get().devices())
          .put("allGBps", gap.unusedNics().get().all())
          .endObject();
    } else {
      json.putNull("narrowed");
    }
    if (gap.nicShare().isPresent()) {
      json.object("asNics")
          .put("nics", gap.nicShare().get().nics())
          .put("of", gap.nicShare().get().of())
          .put("gbps", gap.nicShare().get().gbps())
          .put("share", gap.nicShare().get().share())
          .endObject();
    } else {
      json.putNull("asNics");
    }
    json.put("complete", gap.extent().isComplete());
    json.array("rows");
    for (Row row : gap.sizes().rows()) {
      json.object()
          .put("sizeBytes", row.bytes())
          .put("measuredGBps", row.measured())
          .put("foundGBps", row.found())
          .put("fixedGBps", row.fixed())
          .endObject();
    }
    json.endArray().array("causes");
    for (Cause cause : gap.causes()) {
      json.object()
          .put("rule", cause.first().rule())
          .put("aloneGBps", cause.aloneGBps())
          .put("thenGBps", cause.fixedGBps());
      findings(cause.findings());
      json.endObject();
    }
    json.endArray().object("notInModel");
    findings(gap.otherFindings());
    json.endObject();
    names("hosts", gap.coverage().hosts());
    names("read", gap.coverage().read());
    return json.endObject() + "\n";
  }

  private void findings(List<Finding> findings) {
    json.array("findings");
    for (Finding each : findings) {
      json.object()
          .put("rule", each.rule())
          .put("severity", each.severity().name().toLowerCase(Locale.ROOT))
          .put("subject", each.subject())
          .put("what", each.message())
          .endObject();
    }
    json.endArray();
  }

  private void names(String name, List<String> names) {
    json.array(name);
    names.forEach(json::add);
    json.endArray();
  }
}
