package dev.headroom.app.emit;

import dev.headroom.audit.emit.DeviceEmission;
import dev.headroom.audit.emit.EmitPlan;
import dev.headroom.audit.emit.PlanPhase;
import dev.headroom.audit.emit.PlanStep;
import dev.headroom.audit.emit.StepCheck;
import dev.headroom.audit.emit.StepChecks;
import dev.headroom.formats.emit.DeviceChange;
import dev.headroom.unit.CountedNoun;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Plan as a page: what changes, then the steps in order, each with its check and its undo. */
public final class PlanMarkdown {
  private final EmitPlan plan;
  private final StringBuilder text = new StringBuilder();

  private PlanMarkdown(EmitPlan plan) {
    this.plan = plan;
  }

  public static String of(EmitPlan plan) {
    return new PlanMarkdown(plan).page();
  }

  private String page() {
    line("# Plan: " + plan.title());
    line("");
    line(summary());
    gaps();
    changes();
    refused();
    notes();
    if (!plan.isEmpty()) {
      steps();
      after();
    }
    return text.toString();
  }

  private String summary() {
    if (plan.isEmpty()) {
      return plan.isAgainstBundle()
          ? "Every device has the wanted settings already, as far as it can have them."
          : "Nothing of the scenario can be written in these languages.";
    }
    long devices = plan.steps().stream().map(PlanStep::device).distinct().count();
    String from =
        plan.isAgainstBundle()
            ? "It has only what differs from the devices' present settings."
            : "Nothing is known of the devices' present settings: it has everything that the "
                + "scenario says, and no undo of what was there before.";
    return "%s on %s. %s"
        .formatted(
            CountedNoun.of(plan.steps().size(), "step"), CountedNoun.of(devices, "device"), from);
  }

  private void gaps() {
    if (!plan.gaps().isEmpty()) {
      heading("No flow control in between");
      line("Stop RDMA traffic on these ports first. No order of the steps avoids it.");
      line("");
      plan.gaps().forEach(gap -> line("- " + gap.text()));
    }
  }

  private void changes() {
    List<DeviceChange> made = FoldedChanges.of(plan.changes());
    if (made.isEmpty()) {
      return;
    }
    heading("Changes");
    line("| device | knob | from | to | setting | of | exactness |");
    line("|---|---|---|---|---|---|---|");
    Map<List<String>, List<DeviceChange>> rows = new LinkedHashMap<>();
    for (DeviceChange change : made) {
      rows.computeIfAbsent(ChangeCells.of(change), _ -> new ArrayList<>()).add(change);
    }
    rows.forEach((cells, changes) -> {
      List<String> row = new ArrayList<>();
      row.add(some(changes.stream().map(DeviceChange::device).toList()));
      row.addAll(cells.subList(0, cells.size() - 1));
      row.add(some(changes.stream().map(ChangeCells::place).toList()));
      row.add(cells.getLast());
      line(row.stream().map(PlanMarkdown::cell).collect(Collectors.joining(" | ", "| ", " |")));
    });
  }

  private static String some(List<String> names) {
    List<String> all = names.stream().distinct().toList();
    return all.size() > 4
        ? String.join(", ", all.subList(0, 3)) + " and " + (all.size() - 3) + " more"
        : String.join(", ", all);
  }

  private static String cell(String text) {
    return text.replace("|", "\\|");
  }

  private void refused() {
    if (!plan.refused().isEmpty()) {
      heading("Not written");
      plan.refused().stream().map(DeviceChange::text).distinct().forEach(each -> line("- " + each));
    }
    if (!plan.unsaid().isEmpty()) {
      heading("Knobs without a setting");
      line("No known language has a setting for: " + String.join(", ", plan.unsaid()) + ".");
    }
  }

  private void notes() {
    Map<String, List<String>> all = new LinkedHashMap<>();
    for (DeviceEmission device : plan.devices()) {
      device
          .notes()
          .forEach(note -> all.computeIfAbsent(note, _ -> new ArrayList<>()).add(device.device()));
    }
    if (!all.isEmpty() || !plan.notes().isEmpty()) {
      heading("Notes");
      plan.notes().forEach(each -> line("- " + each));
      all.forEach((note, devices) -> line("- " + some(devices) + ": " + note));
    }
  }

  private void steps() {
    for (PlanPhase phase : plan.phases()) {
      heading("Phase: " + phase.title());
      line("Finish it on all devices before the next phase.");
      plan.steps(phase).forEach(this::step);
    }
  }

  private void step(PlanStep step) {
    line("");
    line("### Step " + step.number() + ": " + step.title());
    line("");
    line("Folder: `" + PlanDocuments.folder(step) + "`");
    step.step().warnings().forEach(warning -> line("\nWarning: " + warning));
    block("Do:", StepFiles.apply(step));
    List<String> checks = new ArrayList<>(step.step().checks());
    List<StepCheck> strict = StepChecks.of(step);
    block("See:", checks);
    List<String> shows = new ArrayList<>();
    for (StepCheck check : strict) {
      check
          .present()
          .forEach(each -> shows.add("`%s` shows `%s`".formatted(check.command(), each)));
      check.absent().forEach(each -> shows.add("`%s` lacks `%s`".formatted(check.command(), each)));
    }
    if (!shows.isEmpty()) {
      line("");
      line("Checked as patterns:");
      line("");
      shows.stream().distinct().forEach(each -> line("- " + each));
    }
    block("Undo:", StepFiles.undo(step));
    if (step.step().undo().isEmpty()) {
      line("");
      line("No undo restores the values, since nothing says what was there.");
    }
  }

  private void block(String title, List<String> lines) {
    if (lines.isEmpty()) {
      return;
    }
    line("");
    line(title);
    line("");
    line("```");
    lines.forEach(this::line);
    line("```");
  }

  private void after() {
    heading("Afterwards");
    line("Collect the devices again and make the plan against that. It is empty when all is done:");
    line("");
    line("```");
    line("headroom emit SCENARIO --against BUNDLE --list");
    line("```");
  }

  private void heading(String title) {
    line("");
    line("## " + title);
    line("");
  }

  private void line(String line) {
    text.append(line).append('\n');
  }
}
