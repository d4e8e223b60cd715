package dev.headroom.formats;

import java.nio.file.Path;

/**
 * Something in a file that a reader could not take as it stands.
 *
 * @param file the file
 * @param line its line, from 1; 0 when the file as a whole is meant
 * @param column where in the line, from 1; 0 when the line as a whole is meant
 * @param key the key or field it is about; blank when there is none
 * @param what what was found
 * @param right what would be right, or what is done instead
 */
public record FormatProblem(
    Path file, int line, int column, String key, String what, String right) {

  /** {@code fat.txt:12:8: 'fast' is not a rate; write it like 100Gbps}. */
  @Override
  public String toString() {
    StringBuilder text = new StringBuilder(file.toString());
    if (line > 0) {
      text.append(':').append(line);
      if (column > 0) {
        text.append(':').append(column);
      }
    }
    text.append(": ");
    if (!key.isBlank()) {
      text.append(key).append(": ");
    }
    text.append(what);
    return right.isBlank() ? text.toString() : text.append("; ").append(right).toString();
  }
}
