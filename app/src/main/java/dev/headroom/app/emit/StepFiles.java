package dev.headroom.app.emit;

import dev.headroom.audit.emit.EmitPlan;
import dev.headroom.audit.emit.PlanStep;
import dev.headroom.audit.emit.StepChecks;
import dev.headroom.formats.emit.EmittedFile;
import dev.headroom.formats.emit.KeptFile;
import dev.headroom.formats.emit.MergedUnit;
import dev.headroom.model.text.ShellQuoting;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Files of a step: {@code apply}, {@code before}, {@code check} and {@code undo}, as scripts for a
 * device with a shell, and as lines of the configuration mode for another one; and the files that
 * they name.
 */
final class StepFiles {
  private static final String UNITS = "/etc/systemd/system/";

  private StepFiles() {}

  /** The files by their names; {@code before.sh} only if something is known of before. */
  static Map<String, String> of(EmitPlan plan, PlanStep step) {
    Map<String, String> files = new LinkedHashMap<>();
    if (CliLines.hasShell(step.language())) {
      files.put("apply.sh", script(step, "", apply(step)));
      BeforeChecks before = BeforeChecks.of(plan, step);
      if (!before.isEmpty()) {
        files.put("before.sh", CheckScript.before(step, before));
      }
      files.put("check.sh", CheckScript.after(step, StepChecks.of(step)));
      files.put("undo.sh", script(step, "Undo of ", undo(step)));
      files.put("lock.sh", CheckScript.resource("lock.sh"));
    } else {
      CliLines apply = CliLines.of(step.language(), step.step().commands());
      CliLines undo = CliLines.of(step.language(), step.step().undo());
      files.put("apply.cfg", lines(apply.lines()));
      files.put("check.cfg", lines(shows(step)));
      files.put("undo.cfg", lines(undo.lines()));
    }
    step.step().files().forEach(file -> files.put(file.name(), file.text()));
    return files;
  }

  /** Commands that do it, and those that make it last over a restart. */
  static List<String> apply(PlanStep step) {
    List<String> all = new ArrayList<>(step.step().commands());
    for (EmittedFile file : step.step().files()) {
      if (file.place().startsWith(UNITS)) {
        all.add(kept(file).keep());
        all.add(new MergedUnit(file.name(), file.place()).write());
        all.add(kept(file).note());
        all.add("systemctl daemon-reload");
        all.add("systemctl enable " + file.name());
      }
    }
    return all;
  }

  static List<String> undo(PlanStep step) {
    List<String> all = new ArrayList<>();
    for (EmittedFile file : step.step().files()) {
      if (file.place().startsWith(UNITS)) {
        all.add(kept(file).restore("systemctl disable " + file.name()));
        all.add("systemctl daemon-reload");
      }
    }
    all.addAll(step.step().undo());
    return all;
  }

  private static KeptFile kept(EmittedFile file) {
    return new KeptFile(file.place(), file.text());
  }

  private static String script(PlanStep step, String of, List<String> commands) {
    String title = of + "Step " + step.number() + ": " + step.title().replaceAll("\\p{Cntrl}", " ");
    String what = ShellQuoting.quote(title + " of " + step.device());
    return "#!/bin/sh\n# %s\nset -eu; umask 022\ncd \"$(dirname \"$0\")\"; . ./lock.sh; take_lock %s\n%s"
        .formatted(title, what, lines(commands));
  }

  /** Commands that show the result, for a device without a shell. */
  private static List<String> shows(PlanStep step) {
    Set<String> all = new LinkedHashSet<>(step.step().checks());
    StepChecks.of(step).forEach(check -> all.add(check.command()));
    return List.copyOf(all);
  }

  private static String lines(List<String> commands) {
    return commands.isEmpty() ? "" : String.join("\n", commands) + "\n";
  }
}
