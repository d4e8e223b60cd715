package dev.headroom.app.docs;

/**
 * Command and the place where the docs show it.
 *
 * @param page the path of the file in the repository, or {@code headroom COMMAND --help}
 * @param line from 1
 */
public record ShownCommand(String page, int line, Form form, ShellCommand command) {
  /** The kind of place. */
  public enum Form {
    /** A block of code, or an example at the head of a file or below a help: complete. */
    BLOCK,
    /** Code within a sentence or a cell of a table: complete, or a part of a command. */
    TEXT,
    /** A sentence of a comment: the name of a command, and perhaps options. */
    PROSE
  }

  public String place() {
    return page + ":" + line;
  }

  @Override
  public String toString() {
    return place() + ": " + command;
  }
}
