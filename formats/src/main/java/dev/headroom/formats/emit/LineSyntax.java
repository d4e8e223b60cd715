package dev.headroom.formats.emit;

import dev.headroom.formats.host.HostFacts;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;

/**
 * Configuration of one command a line, each with its whole path, as NVUE, Onyx and Junos print it.
 *
 * @param enter commands that begin the typing of a configuration
 * @param leave commands that put it into force and keep it over a restart
 * @param unset the command that takes another one back
 * @param deletesReplaced whether a statement adds to those that it replaces, so that they go first
 * @param document another form of the same commands
 */
public record LineSyntax(
    List<String> enter,
    List<String> leave,
    UnaryOperator<String> unset,
    boolean deletesReplaced,
    Document document)
    implements ConfigSyntax {
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
  public LineSyntax(
      List<String> enter,
      List<String> leave,
      UnaryOperator<String> unset,
      boolean deletesReplaced) {
    this(enter, leave, unset, deletesReplaced, (_, _) -> Optional.empty());
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
    List<String> back = new ArrayList<>();
    for (StatementEdit edit : edits) {
      if (edit.isImplied() && !deletesReplaced) {
        continue;
      }
      if (edit.isRemoval()) {
        edit.replaced().forEach(each -> forward.add(unset.apply(each.text())));
      } else {
        if (!edit.before().isEmpty() && !edit.isAddition()) {
          forward.add(edit.before());
        }
        if (deletesReplaced) {
          edit.replaced().forEach(each -> forward.add(unset.apply(each.text())));
        }
        forward.add(edit.text());
      }
    }
    for (StatementEdit edit : edits.reversed()) {
      if (!edit.isRemoval()
          && (edit.isAddition()
              || deletesReplaced
              || !edit.before().isEmpty()
              || edit.replaced().stream()
                  .anyMatch(each -> !IndentedSyntax.overwrites(each, edit.text())))) {
        back.add(edit.before().isEmpty() ? unset.apply(edit.text()) : edit.before());
      }
      edit.replaced().forEach(each -> back.add(each.text()));
    }
    return new Script(
        framed(forward), framed(back), document.of(name, forward).stream().toList(), List.of());
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
