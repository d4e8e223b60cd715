package dev.headroom.app.improve;

import dev.headroom.audit.emit.EmitPlan;
import dev.headroom.audit.emit.PlanPhase;
import dev.headroom.audit.emit.PlanStep;
import dev.headroom.formats.AtomicWriter;
import dev.headroom.formats.emit.EmittedFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Writer of a plan as files: one list of steps, and a folder for each device. */
final class PlanFolder {
  private PlanFolder() {}

  static void write(EmitPlan plan, Path folder) throws IOException {
    Files.createDirectories(folder);
    AtomicWriter.write(folder.resolve("PLAN.md"), markdown(plan));
    for (PlanStep step : plan.steps()) {
      Path device = folder.resolve(step.device());
      Files.createDirectories(device);
      AtomicWriter.write(device.resolve(step.fileStem() + ".txt"), lines(step.step().commands()));
      if (!step.step().undo().isEmpty()) {
        AtomicWriter.write(device.resolve(step.fileStem() + "-undo.txt"), lines(step.step().undo()));
      }
      for (EmittedFile file : step.step().files()) {
        Path at = device.resolve(file.name());
        Files.createDirectories(at.resolveSibling(""));
        AtomicWriter.write(at, file.text());
      }
    }
  }

  private static String lines(List<String> lines) {
    return String.join("\n", lines) + "\n";
  }

  static String markdown(EmitPlan plan) {
    StringBuilder text = new StringBuilder("# Plan\n\n");
    text.append("Take the steps in this order. Check each one before the next.\n");
    plan.gaps().forEach(gap -> text.append("\n- **Danger**: ").append(gap.text()).append('\n'));
    for (PlanPhase phase : plan.phases()) {
      text.append("\n## ").append(phase.title()).append('\n');
      for (PlanStep step : plan.steps(phase)) {
        text.append("\n### ").append(step.number()).append(". ").append(step.title()).append('\n');
        step.step().warnings().forEach(each -> text.append("\n- ").append(each).append('\n'));
        block("", step.step().commands(), text);
        block("Check:", step.step().checks(), text);
        block("Undo:", step.step().undo(), text);
      }
    }
    if (!plan.refused().isEmpty()) {
      text.append("\n## Not written\n\n");
      plan.refused().forEach(each -> text.append("- ").append(each.text()).append('\n'));
    }
    return text.toString();
  }

  private static void block(String word, List<String> lines, StringBuilder to) {
    if (lines.isEmpty()) {
      return;
    }
    to.append('\n');
    if (!word.isEmpty()) {
      to.append(word).append("\n\n");
    }
    to.append("```\n").append(lines(lines)).append("```\n");
  }
}
