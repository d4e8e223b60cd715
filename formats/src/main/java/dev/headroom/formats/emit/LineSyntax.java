package dev.headroom.formats.emit;

import dev.headroom.formats.host.HostFacts;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.UnaryOperator;

/**
 * Configuration of one command a line, each with its whole path, as NVUE, Onyx and Junos print it.
 *
 * @param enter commands that begin the typing of a configuration
 * @param leave commands that put it into force and keep it over a restart
 * @param unset what takes a command back
 * @param deletesReplaced whether a statement adds to those that it replaces, so that they go first
 * @param document another form of the same commands
 * @param lines commands of one value each, for one with several
 */
public record LineSyntax(
    List<String> enter,
    List<String> leave,
    Unset unset,
    boolean deletesReplaced,
    Document document,
    Function<String, List<String>> lines)
    implements ConfigSyntax {
  /** What takes a command back. */
  @FunctionalInterface
  public interface Unset {
    /**
     * The command.
     *
     * @param after the configuration that is to be left
     */
    String of(String command, ConfigState after);
  }

  /** Form of commands as one file, which the device takes in their place. */
  @FunctionalInterface
  public interface Document {
    /**
     * The file; none if it cannot say one of the commands.
     *
     * @param name without its ending
     */
    Optional<EmittedFile> of(String name, List<String> commands);
  }

  /** A language without another form. */
  public LineSyntax(List<String> enter, List<String> leave, Unset unset, boolean deletesReplaced) {
    this(enter, leave, unset, deletesReplaced, (_, _) -> Optional.empty());
  }

  /** A language whose commands are as they are shown. */
  public LineSyntax(
      List<String> enter,
      List<String> leave,
      Unset unset,
      boolean deletesReplaced,
      Document document) {
    this(enter, leave, unset, deletesReplaced, document, List::of);
  }

  /** A way back that is the same whatever is left. */
  public static Unset always(UnaryOperator<String> unset) {
    return (command, _) -> unset.apply(command);
  }

  /** Keeps copies. */
  public LineSyntax {
    enter = List.copyOf(enter);
    leave = List.copyOf(leave);
  }

  @Override
  public List<PlacedStatement> statements(HostFacts host) {
    return CommandFacts.of(host);
  }

  @Override
  public String apply(String text, List<StatementEdit> edits) {
    List<String> lines = new ArrayList<>(text.lines().toList());
    for (StatementEdit edit : edits) {
      edit.replaced().forEach(each -> lines.removeIf(line -> line.strip().equals(each.text())));
      if (!edit.isRemoval()) {
        lines.add(edit.text());
      }
    }
    return lines.isEmpty() ? "" : String.join("\n", lines) + "\n";
  }

  @Override
  public Script script(String name, ConfigState before, List<StatementEdit> edits) {
    List<String> forward = new ArrayList<>();
    List<ConfigState> states = new ArrayList<>(List.of(before.copy()));
    for (StatementEdit edit : edits) {
      ConfigState after = states.getLast().copy();
      after.apply(edit);
      states.add(after);
      forward.addAll(forward(edit, after));
    }
    List<String> back = new ArrayList<>();
    for (int i = edits.size() - 1; i >= 0; i--) {
      back.addAll(back(edits.get(i), states.get(i)));
    }
    return new Script(
        framed(forward), framed(back), document.of(name, forward).stream().toList(), List.of());
  }

  private List<String> forward(StatementEdit edit, ConfigState after) {
    Set<String> commands = new LinkedHashSet<>();
    if (edit.isImplied() && !deletesReplaced) {
      return List.of();
    }
    if (!edit.isRemoval() && !edit.before().isEmpty() && !edit.isAddition()) {
      commands.add(edit.before());
    }
    if (edit.isRemoval() || deletesReplaced) {
      edit.replaced().forEach(each -> commands.add(unset.of(each.text(), after)));
    }
    if (!edit.isRemoval()) {
      commands.addAll(lines.apply(edit.text()));
    }
    return List.copyOf(commands);
  }

  private List<String> back(StatementEdit edit, ConfigState before) {
    Set<String> commands = new LinkedHashSet<>();
    if (!edit.isRemoval()
        && (edit.isAddition()
            || deletesReplaced
            || !edit.before().isEmpty()
            || edit.replaced().stream()
                .anyMatch(each -> !IndentedSyntax.overwrites(each, edit.text())))) {
      commands.add(edit.before().isEmpty() ? unset.of(edit.text(), before) : edit.before());
    }
    edit.replaced().forEach(each -> commands.addAll(lines.apply(each.text())));
    return List.copyOf(commands);
  }

  private List<String> framed(List<String> commands) {
    if (commands.isEmpty()) {
      return commands;
    }
    List<String> all = new ArrayList<>(enter);
    all.addAll(commands);
    all.addAll(leave);
    return all;
  }
}
