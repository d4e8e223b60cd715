package dev.headroom.app.emit;

import dev.headroom.audit.emit.EmitPlan;
import dev.headroom.audit.emit.PlanStep;
import dev.headroom.model.text.ShellQuoting;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Script that takes a plan's steps on one device with a shell. It is dry unless told {@code
 * --apply}, checks each step, and undoes what it did if one fails.
 */
final class DeviceScript {
  private DeviceScript() {}

  /**
   * The script; empty for a device without a shell.
   *
   * @param id of the plan, so that steps of another one do not count as taken
   */
  static Optional<String> of(EmitPlan plan, String id, String device) {
    List<PlanStep> steps = plan.steps(device);
    if (steps.isEmpty() || !steps.stream().allMatch(step -> CliLines.hasShell(step.language()))) {
      return Optional.empty();
    }
    int last = steps.getLast().number();
    boolean needsOthers =
        plan.steps().stream()
            .anyMatch(step -> step.number() < last && !step.device().equals(device));
    return Optional.of(
        CheckScript.resource("run.sh")
            .replace(
                "@STEPS@", steps.stream().map(DeviceScript::row).collect(Collectors.joining("\n")))
            .replace("@LOCK@", CheckScript.resource("lock.sh"))
            .replace("@DEVICE@", ShellQuoting.quote(device))
            .replace("@PLAN@", id)
            .replace("@NAME@", PlanNames.device(device))
            .replace("@OTHERS@", needsOthers ? "yes" : "no")
            .replace("@GAPS@", plan.gaps().isEmpty() ? "no" : "yes"));
  }

  private static String row(PlanStep step) {
    String title = "Step " + step.number() + ": " + step.title();
    return PlanNames.step(step) + "|" + title.replaceAll("[|\\p{Cntrl}]", " ");
  }
}
