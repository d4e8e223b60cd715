package dev.headroom.formats.read;

import dev.headroom.formats.fact.Source;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Cleaned lines of a source, counted from 0. */
public final class Document {
  private final Source source;

  /** May be changed: lines move to the left where Markdown moved them to the right. */
  private final List<Line> lines;

  private final List<String> notes;

  /** Which machine's a line is, where it stands among those of others. */
  private final Map<Integer, String> whose;

  private final int first;

  Document(Source source, List<Line> lines, List<String> notes) {
    this(source, lines, notes, Map.of());
  }

  private Document(
      Source source, List<Line> lines, List<String> notes, Map<Integer, String> whose) {
    this.source = source;
    this.lines = new ArrayList<>(lines);
    this.notes = List.copyOf(notes);
    this.whose = whose;
    this.first = nextText(0);
  }

  /** The same lines in another order, some of them known to be a machine's. */
  Document arranged(List<Line> others, Map<Integer, String> machines) {
    return new Document(source, others, notes, machines);
  }

  /** These lines alone, each moved to the left by so many blanks where it has them. */
  Document moved(int from, int to, int blanks) {
    List<Line> moved = new ArrayList<>();
    for (Line line : between(from, to)) {
      moved.add(line.movedLeft(blanks));
    }
    return new Document(source, moved, List.of());
  }

  /** Moves a line, and those below that are indented as far, to the left. */
  void move(int from, int blanks) {
    for (int at = from; at < lines.size(); at++) {
      Line line = lines.get(at);
      if (!line.isBlank() && line.indent() < blanks) {
        return;
      }
      lines.set(at, line.movedLeft(blanks));
    }
  }

  /** The machine that a line is of, if the line itself says so. */
  Optional<String> whose(int at) {
    return Optional.ofNullable(whose.get(at));
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

  /** Whether this is the first line that is not blank. */
  public boolean isFirst(int at) {
    return at == first;
  }

  /** The same lines from one to before another. */
  public List<Line> between(int from, int to) {
    return lines.subList(from, to);
  }

  /** Whether a new thing begins here for certain: a prompt, a fence, another machine's lines. */
  public boolean isBoundary(int at) {
    return Pasted.isFence(text(at))
        || Pasted.isPrompt(text(at))
        || !whose(at).equals(whose(at - 1))
        || Elsewhere.banner(this, at).isPresent();
  }

  /** The command that a prompt shows here; blank where none stands here, or shows none. */
  public String command(int at) {
    return Pasted.command(text(at)).orElse("");
  }

  /** Whether a prompt stands here that names the machine. */
  public boolean isPromptOfHost(int at) {
    return Pasted.host(text(at)).isPresent();
  }

  /** What could not be read of the source, a line each. */
  List<String> notes() {
    return notes;
  }
}
