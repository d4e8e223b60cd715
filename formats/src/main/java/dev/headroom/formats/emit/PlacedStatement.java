package dev.headroom.formats.emit;

/**
 * Statement of a configuration, with the part that contains it.
 *
 * @param place the commands that open the part, joined by {@code " | "}; a table and a row; a file
 * @param text the statement itself
 */
public record PlacedStatement(String place, String text) {
  /** The place of statements that stand in no part. */
  public static final String TOP = "configuration";
}
