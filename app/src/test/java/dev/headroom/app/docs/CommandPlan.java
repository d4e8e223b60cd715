package dev.headroom.app.docs;

import dev.headroom.app.docs.CommandTable.Expectation;
import dev.headroom.app.docs.CommandTable.Tier;
import dev.headroom.app.process.ExitCodes;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import picocli.CommandLine.ParameterException;

/**
 * Which commands of the docs run, each once, and what is wrong with the words of any.
 *
 * <p>A command with a placeholder ({@code headroom sim FILE}) or without its standard input never
 * runs. Code within a sentence runs only if it is a complete command: one that names a file of the
 * workspace, or looks something up.
 */
final class CommandPlan {
  /** Command, how it is tested, and all places that show it. */
  record Run(ShownCommand command, Expectation expectation, List<String> places) {}

  private static final Set<String> LOOK_UPS =
      Set.of(
          "calc",
          "latency",
          "knobs",
          "glossary",
          "explain",
          "formats",
          "schema",
          "diagnose",
          "claims",
          "help");

  private final CommandModel model = new CommandModel();
  private final DocsWorkspace workspace;
  private final Map<String, Run> runs = new LinkedHashMap<>();
  private final Map<String, ShownCommand> parsed = new LinkedHashMap<>();
  private final List<String> problems = new ArrayList<>();

  CommandPlan(Collection<ShownCommand> commands, CommandTable table, DocsWorkspace workspace) {
    this.workspace = workspace;
    CommandCheck check = new CommandCheck(model, workspace);
    for (ShownCommand each : commands) {
      Expectation expectation = table.expectation(each);
      if (!expectation.exitCodes().contains(ExitCodes.BAD_INPUT)) {
        problems.addAll(check.problems(each));
      }
      if (isRunnable(each)) {
        if (expectation.tier() != Tier.PARSE) {
          add(each, expectation);
        }
        if (expectation.tier() == Tier.PARSE) {
          parsed.putIfAbsent(each.command().toString(), each);
        }
      }
    }
  }

  /** The commands of a tier, in the order of the pages. */
  List<Run> runs(Tier tier) {
    return runs.values().stream().filter(run -> run.expectation().tier() == tier).toList();
  }

  /** Complete commands that never run, each once. */
  Collection<ShownCommand> parsed() {
    return parsed.values();
  }

  /** What is wrong with words and files of commands, whether they run or not. */
  List<String> problems() {
    return problems;
  }

  private void add(ShownCommand command, Expectation expectation) {
    String text = command.command().toString();
    // What one page writes, later commands of the same page read.
    String key = DocsWorkspace.writes(command.command()) ? command.page() + ": " + text : text;
    Run run = runs.get(key);
    if (run == null) {
      run = new Run(command, expectation, new ArrayList<>());
    } else if (expectation.tier().compareTo(run.expectation().tier()) < 0) {
      run = new Run(run.command(), expectation, run.places()); // one page wants it in every build
    }
    run.places().add(command.place());
    runs.put(key, run);
  }

  private boolean isRunnable(ShownCommand shown) {
    ShellCommand command = shown.command();
    if (shown.form() == ShownCommand.Form.PROSE
        || command.hasInput()
        || workspace.hasPlaceholder(shown)
        || !isComplete(command)) {
      return false;
    }
    String name = command.arguments().getFirst();
    boolean looksUp = LOOK_UPS.contains(name) && !isOnlyNamed(command);
    return shown.form() == ShownCommand.Form.BLOCK
        || looksUp
        || name.startsWith("-")
        || workspace.namesAFile(shown);
  }

  private boolean isComplete(ShellCommand command) {
    try {
      return model.isComplete(command.arguments());
    } catch (ParameterException e) {
      return false; // one of the problems
    }
  }

  private boolean isOnlyNamed(ShellCommand command) {
    return model.commands().contains(String.join(" ", command.arguments()));
  }
}
