package dev.headroom.app.screen;

import java.util.ArrayList;
import java.util.List;

/** Text being laid out for a terminal 80 columns wide. */
final class Page {
  static final int WIDTH = 80;
  private static final String BOLD = "\u001b[1m";
  private static final String DIM = "\u001b[2m";
  private static final String PLAIN = "\u001b[0m";

  private final Terminal terminal;
  private final StringBuilder text = new StringBuilder();

  Page(Terminal terminal) {
    this.terminal = terminal;
  }

  void line(String line) {
    text.append(shown(line)).append('\n');
  }

  void lines(List<String> lines) {
    lines.forEach(this::line);
  }

  /** A table whose head is dimmed. */
  void table(Table table) {
    List<String> lines = table.lines(WIDTH);
    styled(DIM, lines.getFirst());
    lines(lines.subList(1, lines.size()));
  }

  /** A rule with a title in it. */
  void heading(String title) {
    String bar = terminal.unicode() ? "─" : "-";
    styled(DIM, bar + " " + title + " " + bar.repeat(Math.max(1, WIDTH - title.length() - 3)));
  }

  /** A sentence in bold, broken between words. */
  void sentence(String sentence) {
    for (String line : wrapped(sentence, WIDTH - 2)) {
      styled(BOLD, " " + line);
    }
  }

  /** A sentence, broken between words. */
  void paragraph(String sentence) {
    for (String line : wrapped(sentence, WIDTH - 2)) {
      line(" " + line);
    }
  }

  /** A paragraph under a label. */
  void labelled(String label, String paragraph) {
    int indent = 13;
    String head = " " + label + " ".repeat(Math.max(1, indent - 1 - label.length()));
    for (String line : wrapped(paragraph, WIDTH - indent)) {
      line(head + line);
      head = " ".repeat(indent);
    }
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
      if (Character.isISOControl(c)) {
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

  static List<String> wrapped(String text, int width) {
    List<String> lines = new ArrayList<>();
    StringBuilder line = new StringBuilder();
    for (String word : text.split(" ")) {
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
