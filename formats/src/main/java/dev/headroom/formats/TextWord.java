package dev.headroom.formats;

/**
 * Run of characters without blanks, with its position.
 *
 * @param text the characters
 * @param line its line, from 1
 * @param column of its first character, from 1
 */
public record TextWord(String text, int line, int column) {
  /** A place without a word: a file as a whole. */
  public static final TextWord NOWHERE = new TextWord("", 0, 0);
}
