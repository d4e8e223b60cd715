package dev.headroom.app.emit;

import dev.headroom.audit.emit.DeviceEmission;
import dev.headroom.audit.emit.EmitPlan;
import dev.headroom.audit.emit.FlowControlGap;
import dev.headroom.audit.emit.PlanStep;
import dev.headroom.audit.emit.StepCheck;
import dev.headroom.audit.emit.StepChecks;
import dev.headroom.formats.emit.DeviceChange;
import dev.headroom.formats.emit.EmittedFile;
import dev.headroom.formats.emit.Exactness;
import dev.headroom.run.json.JsonWriter;
import java.util.List;

/** Plan as JSON. */
public final class PlanJson {
  private static final int SCHEMA_VERSION = 1;

  private PlanJson() {}

  /**
   * An object with {@code id}, {@code scenario}, {@code againstBundle}, {@code devices} (device,
   * isSwitch, languages, changes, notes), {@code steps} (number, phase, device, language, part,
   * title, folder, commands, before, checks, expects, undo, files, warnings), {@code gaps}, {@code
   * unsaid}, {@code notes}.
   */
  public static String of(EmitPlan plan) {
    JsonWriter json =
        JsonWriter.indented()
            .object()
            .put("schemaVersion", SCHEMA_VERSION)
            .put("tool", "emit")
            .put("id", PlanDocuments.id(plan))
            .put("scenario", plan.title())
            .put("againstBundle", plan.isAgainstBundle())
            .array("devices");
    plan.devices().forEach(device -> device(json, device));
    json.endArray().array("steps");
    plan.steps().forEach(step -> step(json, plan, step));
    json.endArray().array("gaps");
    for (FlowControlGap gap : plan.gaps()) {
      json.object()
          .put("device", gap.device())
          .put("port", gap.port())
          .put("fromStep", gap.from())
          .put("toStep", gap.to())
          .put("reason", gap.reason())
          .endObject();
    }
    strings(json.endArray(), "unsaid", plan.unsaid());
    strings(json, "notes", plan.notes());
    return json.endObject() + "\n";
  }

  private static void device(JsonWriter json, DeviceEmission device) {
    json.object().put("device", device.device()).put("isSwitch", device.isSwitch());
    strings(
        json,
        "languages",
        device.parts().stream().map(part -> part.language().word()).distinct().toList());
    json.array("changes");
    for (DeviceChange change : device.changes()) {
      json.object()
          .put("knob", change.knob())
          .put("wanted", change.wanted())
          .put("setting", change.setting())
          .put("place", change.place());
      change.from().ifPresentOrElse(from -> json.put("from", from), () -> json.putNull("from"));
      json.put("to", change.to());
      switch (change.exactness()) {
        case Exactness.Exact _ -> json.put("exactness", "exact");
        case Exactness.Rounded rounded ->
            json.put("exactness", "rounded").put("achieved", rounded.achieved());
        case Exactness.Refused refused ->
            json.put("exactness", "refused").put("reason", refused.reason());
      }
      json.endObject();
    }
    json.endArray();
    strings(json, "notes", device.notes());
    json.endObject();
  }

  private static void step(JsonWriter json, EmitPlan plan, PlanStep step) {
    json.object()
        .put("number", step.number())
        .put("phase", step.phase().word())
        .put("device", step.device())
        .put("isSwitch", step.isSwitch())
        .put("language", step.language().word())
        .put("part", step.part())
        .put("title", step.title())
        .put("folder", PlanDocuments.folder(step));
    checks(json, "before", BeforeChecks.of(plan, step).all());
    strings(json, "commands", StepFiles.apply(step));
    strings(json, "checks", step.step().checks());
    checks(json, "expects", StepChecks.of(step));
    strings(json, "undo", StepFiles.undo(step));
    json.array("files");
    for (EmittedFile file : step.step().files()) {
      json.object().put("name", file.name()).put("place", file.place()).endObject();
    }
    json.endArray();
    strings(json, "warnings", step.step().warnings());
    json.endObject();
  }

  private static void checks(JsonWriter json, String name, List<StepCheck> checks) {
    json.array(name);
    for (StepCheck check : checks) {
      json.object().put("command", check.command());
      strings(json, "present", check.present());
      strings(json, "absent", check.absent());
      json.endObject();
    }
    json.endArray();
  }

  private static void strings(JsonWriter json, String name, List<String> all) {
    json.array(name);
    all.forEach(json::add);
    json.endArray();
  }
}
