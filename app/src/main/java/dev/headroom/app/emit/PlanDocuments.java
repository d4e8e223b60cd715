package dev.headroom.app.emit;

import dev.headroom.audit.emit.EmitPlan;
import dev.headroom.audit.emit.PlanStep;
import dev.headroom.formats.AtomicWriter;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/** All files of a plan, by their path in its folder. */
public final class PlanDocuments {
  private PlanDocuments() {}

  /**
   * The files: {@code plan.md}, {@code plan.json}, the playbooks, and for each step a folder below
   * {@code devices/NAME} with what to apply, to check and to undo.
   */
  public static SortedMap<String, String> of(EmitPlan plan) {
    SortedMap<String, String> files = new TreeMap<>();
    files.put("plan.md", PlanMarkdown.of(plan));
    files.put("plan.json", PlanJson.of(plan));
    for (PlanStep step : plan.steps()) {
      StepFiles.of(step).forEach((name, text) -> files.put(folder(step) + "/" + name, text));
    }
    for (String device : plan.steps().stream().map(PlanStep::device).distinct().toList()) {
      DeviceScript.of(plan, device)
          .ifPresent(script -> files.put(deviceFolder(device) + "/run.sh", script));
    }
    if (!plan.isEmpty()) {
      files.putAll(PlanPlaybook.of(plan));
    }
    return files;
  }

  static String deviceFolder(String device) {
    return "devices/" + safe(device);
  }

  static String folder(PlanStep step) {
    return deviceFolder(step.device()) + "/" + safe(step.fileStem());
  }

  /** A name as a file's. */
  static String safe(String name) {
    String safe = name.replaceAll("[^A-Za-z0-9._-]+", "-");
    return safe.startsWith(".") ? "device" + safe : safe;
  }

  /** Writes them. */
  public static void write(EmitPlan plan, Path folder) throws IOException {
    for (Map.Entry<String, String> file : of(plan).entrySet()) {
      AtomicWriter.write(folder.resolve(file.getKey()), file.getValue());
    }
  }
}
