package dev.headroom.app.emit;

import dev.headroom.audit.emit.EmitPlan;
import dev.headroom.audit.emit.PlanStep;
import dev.headroom.model.text.ShellQuoting;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Script that takes a plan's steps on one device with a shell. It is dry unless told {@code
 * --apply}, checks each step, and undoes what it did if one fails.
 */
final class DeviceScript {
  private DeviceScript() {}

  /** The script; empty for a device without a shell. */
  static Optional<String> of(EmitPlan plan, String device) {
    List<PlanStep> steps = plan.steps(device);
    if (steps.isEmpty() || !steps.stream().allMatch(step -> CliLines.hasShell(step.language()))) {
      return Optional.empty();
    }
    int last = steps.getLast().number();
    boolean needsOthers =
        plan.steps().stream()
            .anyMatch(step -> step.number() < last && !step.device().equals(device));
    return Optional.of(
        template()
            .replace(
                "@STEPS@", steps.stream().map(DeviceScript::row).collect(Collectors.joining("\n")))
            .replace("@DEVICE@", ShellQuoting.quote(device))
            .replace("@OTHERS@", needsOthers ? "yes" : "no")
            .replace("@GAPS@", plan.gaps().isEmpty() ? "no" : "yes"));
  }

  private static String row(PlanStep step) {
    String title = "Step " + step.number() + ": " + step.title();
    return PlanDocuments.safe(step.fileStem()) + "|" + title.replaceAll("[|\\p{Cntrl}]", " ");
  }

  private static String template() {
    try (InputStream in = DeviceScript.class.getResourceAsStream("run.sh")) {
      if (in == null) {
        throw new IllegalStateException("run.sh is not in the jar");
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
