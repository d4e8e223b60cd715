package dev.headroom.app.docs;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Commands in comments of YAML and Java files. A command that is indented, or follows a colon,
 * reaches to the end of the line; elsewhere it is a part of a sentence, and only its name and the
 * options next to it are known to belong to it.
 */
final class CommentCommands {
  private static final Pattern COMMENT = Pattern.compile("^\\s*(?:#|//|/?\\*+)(.*)$");
  private static final Pattern WHOLE =
      Pattern.compile("^(?:.*: +| {2,})(?:\\$ )?((?:\\./)?headroom [a-z-]+ .*)$");
  private static final Pattern PART =
      Pattern.compile("(?<![\\w./-])(?:\\./)?headroom [a-z-]+(?: --?[a-z][a-z-]*)*");

  private CommentCommands() {}

  static List<ShownCommand> of(String page, List<String> lines, List<String> names) {
    List<ShownCommand> commands = new ArrayList<>();
    for (int i = 0; i < lines.size(); i++) {
      Matcher comment = COMMENT.matcher(lines.get(i));
      if (!comment.matches()) {
        continue;
      }
      String text = comment.group(1);
      int first = i + 1;
      while (text.endsWith("\\") && i + 1 < lines.size()) {
        Matcher next = COMMENT.matcher(lines.get(++i));
        text = text.substring(0, text.length() - 1) + (next.matches() ? next.group(1) : "");
      }
      Matcher whole = WHOLE.matcher(text);
      if (whole.matches() && isNamed(whole.group(1), names)) {
        add(commands, page, first, ShownCommand.Form.BLOCK, whole.group(1));
      } else {
        Matcher part = PART.matcher(text);
        while (part.find()) {
          if (isNamed(part.group(), names)) {
            add(commands, page, first, ShownCommand.Form.PROSE, part.group());
          }
        }
      }
    }
    return commands;
  }

  /** "The headroom of a port" names no command. */
  private static boolean isNamed(String line, List<String> names) {
    return names.contains(line.split(" ")[1]);
  }

  private static void add(
      List<ShownCommand> commands, String page, int line, ShownCommand.Form form, String code) {
    for (ShellCommand command : ShellCommand.of(code)) {
      commands.add(new ShownCommand(page, line, form, command));
    }
  }
}
