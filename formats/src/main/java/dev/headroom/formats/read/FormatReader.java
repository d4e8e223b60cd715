package dev.headroom.formats.read;

import java.util.List;

/**
 * Reader of one format: it recognizes where a block begins and extracts facts from its lines. Keeps
 * nothing between blocks.
 */
public abstract class FormatReader {
  private final FormatKind kind;

  protected FormatReader(FormatKind kind) {
    this.kind = kind;
  }

  public final FormatKind kind() {
    return kind;
  }

  /**
   * Texts of which every line that a block of this format begins at has one in it, whatever its
   * blanks; none where such a line may say anything. Lines without them are not looked at any
   * further: all formats' clues are looked for at once, and most lines have none.
   */
  protected List<String> clues() {
    return List.of();
  }

  /**
   * Whether a block of this format begins at this line. Must be quick: it is asked of every line
   * that has a clue.
   */
  protected abstract boolean starts(SourceLines document, int at);

  /**
   * Whether a line within a block belongs to it for certain, whatever it looks like to others. It
   * saves asking them, too.
   */
  protected boolean continues(TextLine line) {
    return false;
  }

  /**
   * The line after the last one of a block that begins here. As it stands: up to where another
   * block begins, a prompt, or the end of fenced text.
   */
  protected int end(SourceLines document, int at, Starts starts) {
    int end = at + 1;
    while (end < document.size()
        && (continues(document.line(end)) || (!document.isBoundary(end) && !starts.anyAt(end)))) {
      end++;
    }
    return end;
  }

  /** An end for formats of alike lines, where blank lines part the tables of one output. */
  protected final int endOfParts(SourceLines document, int at) {
    int end = at + 1;
    while (end < document.size()) {
      int next = document.nextText(end);
      if (next == document.size() || !continues(document.line(next))) {
        return end;
      }
      end = next + 1;
    }
    return end;
  }

  /** Says the facts of these lines. */
  protected abstract void read(LineBlock block, FactSink sink);

  /** Tells whether a reader wants the block that begins at a line. */
  public interface Starts {
    boolean anyAt(int line);
  }
}
