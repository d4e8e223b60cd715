package dev.headroom.formats.read;

/** Error for a block that begins like a format and is broken; it names the line and the problem. */
public final class UnreadableBlockException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final boolean whole;

  public UnreadableBlockException(String message) {
    this(message, false);
  }

  private UnreadableBlockException(String message, boolean whole) {
    super(message);
    this.whole = whole;
  }

  /** Whether nothing of the block is to be believed, not even what was read before that line. */
  boolean isWhole() {
    return whole;
  }

  /** What no tool prints, at a line: the block is refused as a whole. */
  public static UnreadableBlockException rejectBlock(TextLine line, String what) {
    return new UnreadableBlockException("line " + line.number() + ": " + what, true);
  }

  /** What is wrong at a line. */
  public static UnreadableBlockException at(TextLine line, String what) {
    return new UnreadableBlockException("line " + line.number() + ": " + what);
  }
}
