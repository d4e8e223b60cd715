package dev.headroom.app.emit;

import dev.headroom.app.files.FileManifest;
import dev.headroom.audit.emit.EmitPlan;
import dev.headroom.audit.emit.PlanStep;
import java.nio.charset.StandardCharsets;
import java.util.SortedMap;
import java.util.TreeMap;

/** All files of a plan, by their path in its folder. */
public final class PlanDocuments {
  private static final int ID_DIGITS = 12;

  private PlanDocuments() {}

  /**
   * The files: {@code plan.md}, {@code plan.json}, {@code alarms.yml}, the playbooks, and for each
   * step a folder below {@code devices/NAME} with what to apply, to check and to undo.
   */
  public static SortedMap<String, String> of(EmitPlan plan) {
    SortedMap<String, String> files = new TreeMap<>();
    files.put("plan.md", PlanMarkdown.of(plan));
    String id = id(plan);
    files.put("plan.json", PlanJson.of(plan));
    for (PlanStep step : plan.steps()) {
      StepFiles.of(plan, step).forEach((name, text) -> files.put(folder(step) + "/" + name, text));
    }
    for (String device : plan.steps().stream().map(PlanStep::device).distinct().toList()) {
      DeviceScript.of(plan, id, device)
          .ifPresent(script -> files.put(deviceFolder(device) + "/run.sh", script));
    }
    PlanAlarms.of(plan).ifPresent(rules -> files.put("alarms.yml", rules));
    if (!plan.isEmpty()) {
      files.putAll(PlanPlaybook.of(plan, id));
    }
    return files;
  }

  /** A name that this plan and no other has: the same steps give the same. */
  static String id(EmitPlan plan) {
    StringBuilder all = new StringBuilder();
    for (PlanStep step : plan.steps()) {
      all.append(folder(step)).append('\n');
      StepFiles.of(plan, step)
          .forEach((name, text) -> all.append(name).append('\n').append(text).append('\n'));
    }
    return FileManifest.hash(all.toString().getBytes(StandardCharsets.UTF_8))
        .substring(0, ID_DIGITS);
  }

  static String deviceFolder(String device) {
    return "devices/" + PlanNames.device(device);
  }

  static String folder(PlanStep step) {
    return deviceFolder(step.device()) + "/" + PlanNames.step(step);
  }
}
