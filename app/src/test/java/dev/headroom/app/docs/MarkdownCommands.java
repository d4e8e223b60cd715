package dev.headroom.app.docs;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/** Commands that a page in Markdown shows, in blocks of code and in code within the text. */
final class MarkdownCommands {
  private static final Pattern SPAN = Pattern.compile("(?s)(?<!`)(`{1,2})(?!`)(.+?)(?<!`)\\1(?!`)");

  /** A line of code without a fence. */
  private static final Pattern INDENTED =
      Pattern.compile("^ {4,}(?:\\$ )?(?:\\./)?(?:headroom|mvn) ");

  private static final String PROMPT = "^\\$ ";

  /** Blocks of these languages are programs, not lines of a shell. */
  private static final Set<String> PROGRAMS =
      Set.of("java", "python", "py", "sql", "json", "xml", "dockerfile", "mermaid");

  private final String page;
  private final List<ShownCommand> commands = new ArrayList<>();

  /** Text between blocks of code, and the line that it begins with. */
  private final StringBuilder text = new StringBuilder();

  private int textLine = 1;

  private MarkdownCommands(String page) {
    this.page = page;
  }

  static List<ShownCommand> of(String page, List<String> lines) {
    MarkdownCommands reader = new MarkdownCommands(page);
    reader.read(lines);
    return reader.commands;
  }

  private void read(List<String> lines) {
    boolean inBlock = false;
    boolean isShell = false;
    for (int i = 0; i < lines.size(); i++) {
      String line = lines.get(i);
      String stripped = line.strip();
      if (stripped.startsWith("```")) {
        endText(i + 2);
        inBlock = !inBlock;
        String language = stripped.substring(3).strip().toLowerCase(Locale.ROOT);
        isShell = inBlock && !PROGRAMS.contains(language);
      } else if (inBlock || INDENTED.matcher(line).find()) {
        if (!inBlock) {
          endText(i + 2);
        }
        if (isShell || !inBlock) {
          int first = i;
          while (line.endsWith("\\") && i + 1 < lines.size()) {
            line = line.substring(0, line.length() - 1) + " " + lines.get(++i).strip();
          }
          add(first + 1, ShownCommand.Form.BLOCK, line.strip().replaceFirst(PROMPT, ""));
        }
      } else if (stripped.isEmpty() || stripped.startsWith("|")) {
        endText(i + 1);
        text.append(stripped.replace("\\|", "|"));
        endText(i + 2);
      } else {
        text.append(line).append('\n');
      }
    }
    endText(0);
  }

  private void endText(int nextLine) {
    for (MatchResult span : SPAN.matcher(text).results().toList()) {
      int line =
          textLine + (int) text.substring(0, span.start()).chars().filter(c -> c == '\n').count();
      add(line, ShownCommand.Form.TEXT, span.group(2).strip().replaceAll("\\s+", " "));
    }
    text.setLength(0);
    textLine = nextLine;
  }

  private void add(int line, ShownCommand.Form form, String code) {
    for (ShellCommand command : ShellCommand.of(code)) {
      commands.add(new ShownCommand(page, line, form, command));
    }
  }
}
