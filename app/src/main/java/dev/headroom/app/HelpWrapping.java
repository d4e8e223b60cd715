package dev.headroom.app;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine;
import picocli.CommandLine.Help;
import picocli.CommandLine.IHelpSectionRenderer;
import picocli.CommandLine.Model.UsageMessageSpec;

/**
 * Line breaks of help at blanks only. Picocli breaks lines after dots and hyphens too, within a
 * file name, an option or a key, which then cannot be copied. It is therefore asked for long lines.
 */
final class HelpWrapping {
  /** Wider than any line of help. */
  private static final int WIDE = 2_000;

  /** What is continued in a column stands this much further right, as picocli has it. */
  private static final int INDENT = 2;

  /** A line of a list: what is explained, and the explanation in its column. */
  private static final Pattern LISTED = Pattern.compile("( *\\S+(?: \\S+)* {2,})\\S.*");

  private static final Pattern LEADING = Pattern.compile(" +");
  private static final Pattern STYLE = Pattern.compile("\\x1b\\[[0-9;]*m");

  private HelpWrapping() {}

  /** Gives a command and those below it this way of breaking lines. */
  static void set(CommandLine command) {
    command
        .getHelpSectionMap()
        .replaceAll((section, renderer) ->
            help ->
                rendered(help, renderer, UsageMessageSpec.SECTION_KEY_SYNOPSIS.equals(section)));
    command.getSubcommands().values().forEach(HelpWrapping::set);
  }

  private static String rendered(Help help, IHelpSectionRenderer renderer, boolean isSynopsis) {
    UsageMessageSpec usage = help.commandSpec().usageMessage();
    int width = usage.width();
    String text;
    usage.width(WIDE);
    try {
      text = renderer.render(help);
    } finally {
      usage.width(width);
    }
    // Its heading is a section of its own, on the same line.
    int before = isSynopsis ? help.synopsisHeadingLength() : 0;
    int hanging = isSynopsis ? before + help.commandSpec().qualifiedName().length() + 1 : 0;
    StringBuilder wrapped = new StringBuilder();
    for (String line : text.split("(?<=\n)", -1)) {
      boolean fits = before + length(line.stripTrailing()) <= width;
      wrapped.append(fits ? line : wrapped(line, before, hanging, width));
    }
    return wrapped.toString();
  }

  /**
   * One line as several.
   *
   * @param before columns that are taken on the first
   * @param hanging the indentation of the others, unless the line is one of a list
   */
  private static String wrapped(String line, int before, int hanging, int width) {
    int column = hanging;
    int start = 0;
    if (hanging == 0) {
      Matcher listed = LISTED.matcher(line.stripTrailing());
      Matcher leading = LEADING.matcher(line);
      start = leading.lookingAt() ? leading.end() : 0;
      if (listed.matches()) {
        start = listed.end(1);
      }
      column = start == 0 ? 0 : length(line.substring(0, start)) + INDENT;
    }
    List<String> lines = new ArrayList<>();
    StringBuilder current = new StringBuilder(line.substring(0, start));
    int taken = before;
    boolean isEmpty = true;
    for (String word : line.substring(start).strip().split(" ")) {
      if (!isEmpty && taken + length(current) + 1 + length(word) > width) {
        lines.add(current.toString());
        current = new StringBuilder(" ".repeat(column));
        taken = 0;
        isEmpty = true;
      }
      current.append(isEmpty ? "" : " ").append(word);
      isEmpty = false;
    }
    lines.add(current.toString());
    return String.join(System.lineSeparator(), lines)
        + (line.endsWith("\n") ? System.lineSeparator() : "");
  }

  /** Columns on the screen. */
  private static int length(CharSequence text) {
    return STYLE.matcher(text).replaceAll("").length();
  }
}
