package dev.headroom.app.screen;

import java.util.ArrayList;
import java.util.List;

/** Text layout for a terminal: as wide as the terminal, up to a readable line length. */
final class TerminalPage {
  private static final int NARROWEST = 40;
  private static final String BOLD = "\u001b[1m";
  private static final String DIM = "\u001b[2m";
  private static final String PLAIN = "\u001b[0m";

  private final Terminal terminal;
  private final int width;
  private final StringBuilder text = new StringBuilder();

  TerminalPage(Terminal terminal) {
    this.terminal = terminal;
    this.width = terminal.lineWidth();
  }

  void line(String line) {
    text.append(shown(line)).append('\n');
  }

  void lines(List<String> lines) {
    lines.forEach(this::line);
  }

  /** A table whose head is dimmed. */
  void table(AlignedTable table) {
    List<String> lines = table.lines(width);
    styled(DIM, lines.getFirst());
    lines(lines.subList(1, lines.size()));
  }

  /** A table as wide as the terminal; what does not fit beside it stands below, named again. */
  void foldedTable(AlignedTable table) {
    boolean below = false;
    for (AlignedTable part : table.folded(Math.max(terminal.columns(), NARROWEST))) {
      if (below) {
        line("");
      }
      table(part);
      below = true;
    }
  }

  /** A rule with a title in it. */
  void heading(String title) {
    String bar = terminal.unicode() ? "─" : "-";
    styled(DIM, bar + " " + title + " " + bar.repeat(Math.max(1, width - title.length() - 3)));
  }

  /** A sentence in bold, broken between words. */
  void sentence(String sentence) {
    for (String line : wrapped(sentence, width - 2)) {
      styled(BOLD, " " + line);
    }
  }

  /** A sentence, broken between words. */
  void paragraph(String sentence) {
    for (String line : wrapped(sentence, width - 2)) {
      line(" " + line);
    }
  }

  /** A paragraph under a label. */
  void labelled(String label, String paragraph) {
    int indent = 13;
    String head = " " + label + " ".repeat(Math.max(1, indent - 1 - label.length()));
    for (String line : wrapped(paragraph, width - indent)) {
      line(head + line);
      head = " ".repeat(indent);
    }
  }

  /** A line of somebody's output as it stands, cut where the page ends. */
  void verbatim(String text) {
    int indent = 13;
    int most = width - indent;
    String cut = text.length() <= most ? text : text.substring(0, most - 3) + "...";
    line(" ".repeat(indent) + cut);
  }

  /**
   * A command under a label. It is broken only between words that stand outside quotes, with a
   * backslash, so that it can be copied; a comment ends it and is broken like a sentence.
   */
  void command(String label, String command) {
    int comment = command.indexOf("  # ");
    String words = comment < 0 ? command : command.substring(0, comment);
    int indent = 13;
    String head = " " + label + " ".repeat(Math.max(1, indent - 1 - label.length()));
    List<String> lines = brokenOutsideQuotes(words, width - indent - 2);
    for (int i = 0; i < lines.size(); i++) {
      line(head + lines.get(i) + (i < lines.size() - 1 ? " \\" : ""));
      head = " ".repeat(indent);
    }
    if (comment >= 0) {
      labelled("", command.substring(comment + 2));
    }
  }

  private static List<String> brokenOutsideQuotes(String command, int width) {
    List<String> words = new ArrayList<>();
    StringBuilder word = new StringBuilder();
    boolean quoted = false;
    for (int i = 0; i < command.length(); i++) {
      char c = command.charAt(i);
      quoted ^= c == '\'';
      if (c == ' ' && !quoted && !word.toString().equals("--set")) { // a key goes with it
        words.add(word.toString());
        word.setLength(0);
      } else {
        word.append(c);
      }
    }
    words.add(word.toString());
    return filled(words, width);
  }

  private void styled(String style, String line) {
    String shown = shown(line);
    text.append(terminal.colour() ? style + shown + PLAIN : shown).append('\n');
  }

  /**
   * As this terminal can show it; names may hold anything, and none of it controls the terminal.
   */
  private String shown(String line) {
    StringBuilder shown = new StringBuilder(line.length());
    for (int i = 0; i < line.length(); i++) {
      char c = line.charAt(i);
      if (Character.isISOControl(c) || Character.getType(c) == Character.FORMAT) {
        shown.append(' ');
      } else if (c == '→' && !terminal.unicode()) {
        shown.append("->");
      } else if (c == '·' && !terminal.unicode()) {
        shown.append('-');
      } else {
        shown.append(c);
      }
    }
    return shown.toString();
  }

  /** Broken between words, but not before a percent sign. */
  static List<String> wrapped(String text, int width) {
    List<String> words = new ArrayList<>();
    for (String word : text.split(" ")) {
      if (word.startsWith("%")
          && !words.isEmpty()
          && words.getLast().length() + 1 + word.length() <= width) {
        words.add(words.removeLast() + " " + word);
        continue;
      }
      String rest = word;
      for (; rest.length() > width; rest = rest.substring(width)) {
        words.add(rest.substring(0, width));
      }
      words.add(rest);
    }
    return filled(words, width);
  }

  private static List<String> filled(List<String> words, int width) {
    List<String> lines = new ArrayList<>();
    StringBuilder line = new StringBuilder();
    for (String word : words) {
      if (!line.isEmpty() && line.length() + 1 + word.length() > width) {
        lines.add(line.toString());
        line.setLength(0);
      }
      line.append(line.isEmpty() ? "" : " ").append(word);
    }
    lines.add(line.toString());
    return lines;
  }

  @Override
  public String toString() {
    return text.toString();
  }
}
