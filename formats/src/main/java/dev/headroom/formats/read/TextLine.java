package dev.headroom.formats.read;

import dev.headroom.formats.fact.Evidence;

/**
 * Line in the form that readers get.
 *
 * @param text without colours, line end, and the marks of a quoted mail; at most {@link #LONGEST}
 *     characters, so that no pattern runs for long
 * @param whole the same, not cut
 * @param evidence where it stands
 */
public record TextLine(String text, String whole, Evidence evidence) {
  /** Longer than any line that a person's tool prints, short enough for any pattern. */
  static final int LONGEST = 8192;

  /** Farther to the right than any tool begins a line; patterns try each blank before it. */
  private static final int FARTHEST = 400;

  static TextLine of(String whole, Evidence evidence) {
    String text = whole.length() <= LONGEST ? whole : whole.substring(0, LONGEST);
    return new TextLine(nearer(text), whole, evidence);
  }

  private static String nearer(String text) {
    if (text.length() <= FARTHEST || !Character.isWhitespace(text.charAt(FARTHEST))) {
      return text;
    }
    int begin = text.length() - text.stripLeading().length();
    return begin <= FARTHEST ? text : text.substring(begin - FARTHEST);
  }

  /** A line that stands for what is no text: a register. */
  public static TextLine made(String text, Evidence evidence) {
    return of(text, evidence);
  }

  /** From 1. */
  public int number() {
    return evidence.line();
  }

  public boolean isBlank() {
    return text.isBlank();
  }

  /** How far it is indented; a tab reaches to the next multiple of 8. */
  public int indent() {
    int column = 0;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == '\t') {
        column = (column / 8 + 1) * 8;
      } else if (c == ' ') {
        column++;
      } else {
        return column;
      }
    }
    return column;
  }

  /** Its words with one blank between them: a heading, however wide its columns were. */
  public String words() {
    return String.join(" ", text.strip().split("\\s+"));
  }

  /** This line with other text: what is left when a reader has taken off a prefix. */
  public TextLine withText(String other) {
    return new TextLine(other, other, evidence);
  }

  /** This line without its first blanks; a tab counts as far as it reaches. */
  TextLine movedLeft(int blanks) {
    int column = 0;
    int at = 0;
    while (at < text.length() && column < blanks) {
      char c = text.charAt(at);
      if (c != ' ' && c != '\t') {
        break;
      }
      column = c == '\t' ? (column / 8 + 1) * 8 : column + 1;
      at++;
    }
    return new TextLine(
        text.substring(at), whole.substring(Math.min(at, whole.length())), evidence);
  }

  @Override
  public String toString() {
    return text;
  }
}
