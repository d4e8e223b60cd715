package dev.headroom.model.yaml;

import dev.headroom.unit.TextExcerpt;

/**
 * Error in a file that a user wrote.
 *
 * @param file its name, or the command line option that is wrong
 * @param line from 1; 0 when it is not in a file
 * @param column from 1; 0 when it is not in a file
 * @param key dotted path of the key, or blank
 * @param what what is wrong
 * @param right what would be right, or blank
 */
public record Problem(String file, int line, int column, String key, String what, String right) {
  /** Without the middles of what is too long to be shown. */
  public Problem {
    file = line > 0 ? file : TextExcerpt.line(file);
    key = TextExcerpt.line(key);
    what = TextExcerpt.line(what);
    right = TextExcerpt.line(right);
  }

  /** {@code FILE:LINE:COLUMN: KEY: WHAT; RIGHT}, as compilers print it and editors jump to. */
  @Override
  public String toString() {
    StringBuilder text = new StringBuilder(file);
    if (line > 0) {
      text.append(':').append(line).append(':').append(column);
    }
    if (!key.isEmpty()) {
      text.append(": ").append(key);
    }
    text.append(": ").append(what);
    if (!right.isEmpty()) {
      text.append("; ").append(right);
    }
    return text.toString();
  }
}
