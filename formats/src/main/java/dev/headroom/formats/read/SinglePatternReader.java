package dev.headroom.formats.read;

import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reader of a format whose lines all match one pattern. */
public abstract class SinglePatternReader extends ContiguousReader {
  private final List<String> always;
  private final Pattern line;

  /**
   * @param always what each line has in it: quicker to look for than the pattern
   * @param line a whole line
   */
  protected SinglePatternReader(FormatKind kind, String always, Pattern line) {
    this(kind, List.of(always), line);
  }

  /**
   * @param always of which each line has one in it
   * @param line a whole line
   */
  protected SinglePatternReader(FormatKind kind, List<String> always, Pattern line) {
    super(kind);
    this.always = List.copyOf(always);
    this.line = line;
  }

  @Override
  protected final List<String> clues() {
    return always;
  }

  @Override
  protected final boolean starts(SourceLines document, int at) {
    return line.matcher(document.text(at)).matches();
  }

  @Override
  protected final boolean continues(TextLine next) {
    return line.matcher(next.text()).matches();
  }

  @Override
  protected final void read(LineBlock block, FactSink sink) {
    for (TextLine each : block) {
      Matcher said = line.matcher(each.text());
      if (said.matches()) {
        read(each, said, sink);
      }
    }
  }

  /** Says the facts of a line, given what the pattern has found in it. */
  protected abstract void read(TextLine line, Matcher said, FactSink sink);
}
