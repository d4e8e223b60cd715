package dev.headroom.model.yaml;

/**
 * Position in a user's text.
 *
 * @param file its name, or the command line option
 * @param line from 1; 0 for what stands on the command line
 * @param column from 1; 0 for what stands on the command line
 */
public record FilePosition(String file, int line, int column) {
  public static FilePosition option(String text) {
    return new FilePosition(text, 0, 0);
  }

  /** Whether it is one of the command line. */
  public boolean isOption() {
    return line == 0;
  }
}
