package dev.headroom.app.command;

import dev.headroom.app.option.RunArguments;
import dev.headroom.model.scenario.SetKey;
import dev.headroom.model.text.BadInputException;
import dev.headroom.run.summary.NextStep;
import dev.headroom.run.summary.RunSummary;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Suggested command after a run, ready to copy: with the overrides of the run, and only with values
 * that the scenario accepts.
 */
final class SuggestedCommand {
  /** Reading larger fabrics again takes too long for a hint. */
  private static final int MOST_HOSTS = 1_024;

  private final Path file;
  private final RunArguments run;

  private SuggestedCommand(Path file, RunArguments run) {
    this.file = file;
    this.run = run;
  }

  /** Empty where there is nothing to try. */
  static Optional<String> after(RunSummary summary, Path file, RunArguments run)
      throws IOException {
    if (!run.isPlain() || summary.scenario().fabric().hosts().size() > MOST_HOSTS) {
      return Optional.empty();
    }
    Optional<NextStep> step = NextStep.after(summary);
    return step.isEmpty() ? Optional.empty() : new SuggestedCommand(file, run).line(step.get());
  }

  private Optional<String> line(NextStep step) throws IOException {
    StringBuilder line =
        new StringBuilder("headroom " + step.command() + " " + quoted(file.toString()));
    List<String> sets = new ArrayList<>(run.sets());
    sets.addAll(step.sets());
    sets.removeIf(set -> isVaried(step, set));
    sets.forEach(set -> line.append(" --set ").append(quoted(set)));
    if (step.key().isEmpty()) {
      return Optional.of(line.toString());
    }
    List<String> taken = new ArrayList<>();
    for (String value : step.values()) {
      if (isTaken(step, value)) {
        taken.add(value);
      }
    }
    return taken.size() < 2
        ? Optional.empty()
        : Optional.of(line + " --vary " + step.key() + "=" + String.join(",", taken));
  }

  private static boolean isVaried(NextStep step, String set) {
    return step.values().stream().anyMatch(value -> SetKey.hides(step.key() + "=" + value, set));
  }

  private boolean isTaken(NextStep step, String value) throws IOException {
    List<String> sets = new ArrayList<>(step.sets());
    sets.add(step.key() + "=" + value);
    try {
      run.read(file, sets);
      return true;
    } catch (BadInputException e) {
      return false; // that is what this asks
    }
  }

  /** A word as a shell reads it. */
  static String quoted(String word) {
    return word.matches("[A-Za-z0-9_./:=,%+@-]+") ? word : "'" + word.replace("'", "'\\''") + "'";
  }
}
