package dev.headroom.formats.emit;

import dev.headroom.formats.host.HostFacts;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Configuration of commands in parts that are indented, as EOS, NX-OS and OS10 print it.
 *
 * @param enter command that begins the typing of a configuration
 * @param save commands that keep it over a restart
 * @param indent spaces of one level
 * @param ordered pattern of parts whose classes have an order, and take a new one by {@code
 *     insert-before}
 */
public record IndentedSyntax(String enter, List<String> save, int indent, String ordered)
    implements ConfigSyntax {
  private static final String NO = "no ";
  private static final String INTERFACE = "interface ";
  private static final String CLASS = "class ";

  /** Keeps a copy. */
  public IndentedSyntax {
    save = List.copyOf(save);
  }

  /** Of a device whose parts have no order. */
  public IndentedSyntax(String enter, List<String> save, int indent) {
    this(enter, save, indent, "(?!)");
  }

  @Override
  public List<PlacedStatement> statements(HostFacts host) {
    return CommandFacts.of(host);
  }

  @Override
  public String apply(String text, List<StatementEdit> edits) {
    IndentedText lines = new IndentedText(text, indent);
    edits.forEach(lines::apply);
    return lines.toString();
  }

  @Override
  public Script script(String name, ConfigState before, List<StatementEdit> edits) {
    List<PlacedStatement> forward = new ArrayList<>();
    for (StatementEdit edit : edits) {
      if (edit.isImplied()) {
        continue;
      }
      edit.replaced().stream()
          .filter(each -> edit.isRemoval() || isKept(each, edit))
          .forEach(each -> forward.add(negated(each)));
      if (!edit.isRemoval()) {
        forward.add(new PlacedStatement(edit.place(), edit.text()));
      }
    }
    return Script.of(typed(forward, true), typed(undo(before, edits), true));
  }

  private static PlacedStatement negated(PlacedStatement statement) {
    return new PlacedStatement(
        statement.place(),
        statement.text().startsWith(NO)
            ? "default " + statement.text().substring(NO.length())
            : NO + statement.text());
  }

  /** Whether a statement stays beside the one that replaces it: another command, or a list. */
  private static boolean isKept(PlacedStatement old, StatementEdit edit) {
    String fresh = edit.text();
    boolean other = !old.text().split(" ")[0].equals(fresh.split(" ")[0]);
    return (other && !old.text().startsWith(NO) && !fresh.startsWith(NO))
        || edit.before().equals(StatementForm.REMOVE);
  }

  /** Whether the old statement overwrites all of the new one: they differ in the last word. */
  static boolean overwrites(PlacedStatement old, String fresh) {
    return old.text().replaceFirst(" \\S+$", "").equals(fresh.replaceFirst(" \\S+$", ""));
  }

  /** What was replaced, in the other order; a new part goes as a whole. */
  private List<PlacedStatement> undo(ConfigState before, List<StatementEdit> edits) {
    List<PlacedStatement> back = new ArrayList<>();
    Set<PlacedStatement> gone = new LinkedHashSet<>();
    edits.forEach(edit -> gone.addAll(edit.replaced()));
    Set<PlacedStatement> newParts = new LinkedHashSet<>();
    for (StatementEdit edit : edits.reversed()) {
      Optional<PlacedStatement> part = newPart(before, edit.place());
      if (part.isPresent()) {
        if (newParts.add(part.get()) && !part.get().place().equals(PlacedStatement.TOP)) {
          back.add(negated(part.get()));
        }
      } else if (edit.replaced().isEmpty()) {
        back.add(negated(new PlacedStatement(edit.place(), edit.text())));
      } else {
        boolean isOverwritten =
            edit.isRemoval()
                || (!edit.before().equals(StatementForm.REMOVE)
                    && edit.replaced().stream().allMatch(each -> overwrites(each, edit.text())));
        if (!isOverwritten) {
          back.add(negated(new PlacedStatement(edit.place(), edit.text())));
        }
        for (PlacedStatement each : edit.replaced()) {
          back.addAll(whole(before, each, placed(before, each, gone)));
          gone.remove(each);
        }
      }
    }
    newParts.stream()
        .filter(part -> part.place().equals(PlacedStatement.TOP))
        .forEach(part -> back.add(negated(part)));
    return back;
  }

  /** A class of an ordered part, with the class that it stood before. */
  private PlacedStatement placed(
      ConfigState before, PlacedStatement each, Set<PlacedStatement> gone) {
    if (!each.place().matches(ordered) || !each.text().startsWith(CLASS)) {
      return each;
    }
    List<PlacedStatement> all = before.find(each.place(), Pattern.compile(CLASS + ".*"));
    return all.stream()
        .skip(all.indexOf(each) + 1L)
        .filter(next -> !gone.contains(next) && !className(next).equals("class-default"))
        .findFirst()
        .map(next ->
            new PlacedStatement(each.place(), each.text() + " insert-before " + className(next)))
        .orElse(each);
  }

  private static String className(PlacedStatement opener) {
    return opener.text().substring(opener.text().lastIndexOf(' ') + 1);
  }

  /**
   * A statement, or all that stood in the part that it opened.
   *
   * @param opener the statement as it was
   * @param again as it is to be typed
   */
  private static List<PlacedStatement> whole(
      ConfigState before, PlacedStatement opener, PlacedStatement again) {
    String part = part(opener);
    List<PlacedStatement> inside =
        before.all().stream()
            .filter(each -> each.place().equals(part) || each.place().startsWith(part + " | "))
            .map(each ->
                new PlacedStatement(
                    part(again) + each.place().substring(part.length()), each.text()))
            .toList();
    return inside.isEmpty() ? List.of(again) : inside;
  }

  private static String part(PlacedStatement opener) {
    return opener.place().equals(PlacedStatement.TOP)
        ? opener.text()
        : opener.place() + " | " + opener.text();
  }

  /**
   * The command that opened a place which was not there before: a part of the whole, or a class of
   * a policy, whose class map cannot go before it does. Empty for a part that every device has.
   */
  private static Optional<PlacedStatement> newPart(ConfigState before, String place) {
    List<String> path = List.of(place.split(" \\| "));
    String top = path.getFirst();
    if (place.equals(PlacedStatement.TOP)
        || top.startsWith(INTERFACE)
        || top.equals("system qos")) {
      return Optional.empty();
    }
    if (!before.has(top)) {
      return Optional.of(new PlacedStatement(PlacedStatement.TOP, top));
    }
    return path.size() > 1 && path.get(1).startsWith(CLASS) && !before.has(place)
        ? Optional.of(new PlacedStatement(top, path.get(1)))
        : Optional.empty();
  }

  /** As typed: each part is entered and left. */
  private List<String> typed(List<PlacedStatement> statements, boolean whole) {
    List<String> lines = new ArrayList<>();
    if (statements.isEmpty()) {
      return lines;
    }
    if (whole) {
      lines.add(enter);
    }
    List<String> open = List.of();
    for (PlacedStatement each : statements) {
      List<String> path =
          each.place().equals(PlacedStatement.TOP)
              ? List.of()
              : List.of(each.place().split(" \\| "));
      int shared = shared(open, path);
      for (int level = open.size(); level > shared; level--) {
        lines.add(" ".repeat(indent * level) + "exit");
      }
      for (int level = shared; level < path.size(); level++) {
        lines.add(" ".repeat(indent * level) + path.get(level));
      }
      lines.add(" ".repeat(indent * path.size()) + each.text());
      open = path;
    }
    for (int level = open.size(); level > 0; level--) {
      lines.add(" ".repeat(indent * level) + "exit");
    }
    lines.add("end");
    lines.addAll(save);
    return lines;
  }

  private static int shared(List<String> one, List<String> other) {
    int at = 0;
    while (at < one.size() && at < other.size() && one.get(at).equals(other.get(at))) {
      at++;
    }
    return at;
  }
}
