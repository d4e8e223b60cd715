package dev.headroom.formats.read;

import dev.headroom.formats.fact.Source;
import java.util.List;

/** The cleaned lines of a source, counted from 0. */
public final class Document {
  private final Source source;
  private final List<Line> lines;
  private final List<String> notes;

  Document(Source source, List<Line> lines, List<String> notes) {
    this.source = source;
    this.lines = lines;
    this.notes = List.copyOf(notes);
  }

  public Source source() {
    return source;
  }

  public int size() {
    return lines.size();
  }

  public Line line(int at) {
    return lines.get(at);
  }

  /** The text of a line; blank before the first and after the last. */
  public String text(int at) {
    return at >= 0 && at < lines.size() ? lines.get(at).text() : "";
  }

  /** The first line from here that is not blank, or the size. */
  public int nextText(int from) {
    int at = from;
    while (at < lines.size() && lines.get(at).isBlank()) {
      at++;
    }
    return at;
  }

  /** The same lines from one to before another. */
  public List<Line> between(int from, int to) {
    return lines.subList(from, to);
  }

  /** Whether a new thing begins here for certain: a prompt, or a fence of Markdown. */
  public boolean isBoundary(int at) {
    return Pasted.isFence(text(at)) || Pasted.isPrompt(text(at));
  }

  /** What could not be read of the source, a line each. */
  List<String> notes() {
    return notes;
  }
}
