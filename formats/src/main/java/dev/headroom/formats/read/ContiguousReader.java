package dev.headroom.formats.read;

/**
 * Reader of a format with contiguous lines: a block ends before the first line that does not match.
 */
public abstract class ContiguousReader extends FormatReader {
  protected ContiguousReader(FormatKind kind) {
    super(kind);
  }

  /** Whether a line is of this format. */
  @Override
  protected abstract boolean continues(TextLine line);

  @Override
  protected final int end(SourceLines document, int at, Starts starts) {
    int end = at + 1;
    while (end < document.size() && continues(document.line(end))) {
      end++;
    }
    return end;
  }
}
