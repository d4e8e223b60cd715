package dev.headroom.app.screen;

import dev.headroom.formats.read.FormatKind;
import dev.headroom.formats.read.IgnoredLine;
import java.util.ArrayList;
import java.util.List;

/** Supported input formats on a terminal. */
public final class FormatsScreen {
  private static final int COLUMNS = 80;

  /** Left of the table, between its columns, and the one at the end that stays free. */
  private static final int AROUND = 4;

  private FormatsScreen() {}

  /** A line each: what prints it. */
  public static String list(List<FormatKind> kinds, Terminal terminal) {
    TerminalPage page = new TerminalPage(terminal);
    page.heading("Recognized by content, not by file name");
    AlignedTable table = new AlignedTable(2, "kind", "from");
    int longest = kinds.stream().mapToInt(kind -> kind.id().length()).max().orElse(0);
    for (FormatKind kind : kinds) {
      String name = kind.id();
      for (String part : broken(kind.command(), COLUMNS - AROUND - longest)) {
        table.row(name, part);
        name = "";
      }
    }
    page.table(table);
    page.paragraph(
        "headroom formats KIND shows one format; headroom formats --ignored lists the patterns "
            + "of ignored lines.");
    return page.toString();
  }

  /** In lines that fit beside the longest name. */
  private static List<String> broken(String commands, int width) {
    List<String> lines = new ArrayList<>();
    StringBuilder line = new StringBuilder();
    for (String word : commands.split(" ")) {
      if (!line.isEmpty() && line.length() + 1 + word.length() > width) {
        lines.add(line.toString());
        line.setLength(0);
      }
      line.append(line.isEmpty() ? "" : " ").append(word);
    }
    lines.add(line.toString());
    return lines;
  }

  /** All about each. */
  public static String of(List<FormatKind> kinds, Terminal terminal) {
    TerminalPage page = new TerminalPage(terminal);
    for (FormatKind kind : kinds) {
      page.sentence(kind.id());
      page.labelled("", kind.description());
      page.labelled("from", kind.command());
    }
    return page.toString();
  }

  /** Patterns are not broken into lines: people copy them. */
  public static String ofIgnored(List<FormatKind> kinds, Terminal terminal) {
    TerminalPage page = new TerminalPage(terminal);
    page.heading("Ignored lines, by format; blank lines are ignored in all formats");
    for (FormatKind kind : kinds) {
      if (!kind.ignored().isEmpty()) {
        page.sentence(kind.id());
      }
      for (IgnoredLine ignored : kind.ignored()) {
        page.labelled("", ignored.why());
        page.line("   " + ignored.pattern().pattern());
      }
    }
    return page.toString();
  }
}
