package dev.headroom.formats.read;

/** A block that begins like a format and is broken: names the line and what is wrong. */
public final class UnreadableException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public UnreadableException(String message) {
    super(message);
  }

  /** What is wrong at a line. */
  public static UnreadableException at(Line line, String what) {
    return new UnreadableException("line " + line.number() + ": " + what);
  }
}
