package dev.headroom.app.screen;

import dev.headroom.app.emit.EmitRow;
import dev.headroom.app.emit.FoldedChanges;
import dev.headroom.audit.emit.EmitPlan;
import dev.headroom.audit.emit.PlanPhase;
import dev.headroom.audit.emit.PlanStep;
import dev.headroom.formats.emit.DeviceChange;
import dev.headroom.formats.emit.Exactness;
import dev.headroom.unit.CountedNoun;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Plan on the terminal: the changes and the steps; or the table of what devices can be told. */
public final class EmitScreen {
  private static final int SHOWN = 3;

  private final StringBuilder text = new StringBuilder();
  private final int width;

  private EmitScreen(Terminal terminal) {
    width = terminal.lineWidth();
  }

  /** Changes, and the steps phase by phase. */
  public static String of(EmitPlan plan, Terminal terminal) {
    EmitScreen screen = new EmitScreen(terminal);
    screen.changes(plan);
    screen.steps(plan);
    return screen.text.toString();
  }

  /** What can be said to which device, knob by knob. */
  public static String list(EmitPlan plan, Terminal terminal) {
    EmitScreen screen = new EmitScreen(terminal);
    screen.rows(plan);
    return screen.text.toString();
  }

  private void changes(EmitPlan plan) {
    Map<String, Set<String>> devices = new LinkedHashMap<>();
    for (DeviceChange change : FoldedChanges.of(plan.changes())) {
      String words =
          "%s: %s%s (%s)%s"
              .formatted(
                  change.knob(),
                  change.from().map(from -> from.strip() + " -> ").orElse(""),
                  change.to().strip(),
                  change.setting(),
                  change.exactness() instanceof Exactness.Rounded rounded
                      ? ", " + rounded.text()
                      : "");
      devices.computeIfAbsent(words, _ -> new LinkedHashSet<>()).add(change.device());
    }
    if (devices.isEmpty()) {
      line(withoutChange(plan));
      return;
    }
    line("Changes:");
    devices.forEach((words, of) -> wrapped("  ", words + " [" + names(of) + "]"));
  }

  /** What is to say where no knob gets another value. */
  private static String withoutChange(EmitPlan plan) {
    if (!plan.isAgainstBundle()) {
      return "Nothing of the scenario can be written in these languages.";
    }
    if (plan.devices().stream().allMatch(device -> device.parts().isEmpty())) {
      return "Nothing is written: no device has one of these languages.";
    }
    return plan.steps().isEmpty()
        ? "Nothing to change: the devices have the wanted settings, as far as they can."
        : "No value changes, but a setting is not in force on all ports:";
  }

  private void steps(EmitPlan plan) {
    for (PlanPhase phase : plan.phases()) {
      line("");
      line("Phase " + phase.title() + ":");
      Map<String, Set<String>> devices = new LinkedHashMap<>();
      for (PlanStep step : plan.steps(phase)) {
        devices
            .computeIfAbsent(
                step.step().step().title() + " (" + step.language().title() + ")",
                _ -> new LinkedHashSet<>())
            .add(step.device());
      }
      devices.forEach((title, of) -> wrapped("  ", title + " [" + names(of) + "]"));
    }
  }

  private void rows(EmitPlan plan) {
    String knob = "";
    List<EmitRow> rows = EmitRow.of(plan);
    int language = rows.stream().mapToInt(row -> row.language().length()).max().orElse(0);
    for (EmitRow row : rows) {
      if (!row.knob().equals(knob)) {
        knob = row.knob();
        line(knob);
      }
      String head =
          "  " + padded(row.language(), language) + "  " + padded(row.answer(), "written".length());
      wrapped(head + "  ", row.text() + " [" + names(row.devices()) + "]");
    }
    if (!plan.unsaid().isEmpty()) {
      line("");
      wrapped("", "No known language has a setting for: " + String.join(", ", plan.unsaid()));
    }
  }

  private static String padded(String word, int to) {
    return word + " ".repeat(Math.max(0, to - word.length()));
  }

  private static String names(Collection<String> devices) {
    List<String> all = List.copyOf(devices);
    return all.size() > SHOWN + 1
        ? String.join(", ", all.subList(0, SHOWN))
            + " and "
            + CountedNoun.of(all.size() - SHOWN, "more", "more")
        : String.join(", ", all);
  }

  private void wrapped(String head, String words) {
    List<String> lines = TerminalPage.wrapped(words.strip(), width - head.length());
    for (int i = 0; i < lines.size(); i++) {
      line((i == 0 ? head : " ".repeat(head.length())) + lines.get(i));
    }
  }

  private void line(String line) {
    text.append(line.stripTrailing()).append('\n');
  }
}
