package dev.headroom.formats.read;

import dev.headroom.formats.fact.FactSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Cleaned lines of a source, counted from 0. */
public final class SourceLines {
  private final FactSource source;

  /** May be changed: lines move to the left where Markdown moved them to the right. */
  private final List<TextLine> lines;

  private final List<String> notes;

  /** Which machine's a line is, where it stands among those of others. */
  private final Map<Integer, String> machineAt;

  private final int first;

  SourceLines(FactSource source, List<TextLine> lines, List<String> notes) {
    this(source, lines, notes, Map.of());
  }

  private SourceLines(
      FactSource source, List<TextLine> lines, List<String> notes, Map<Integer, String> whose) {
    this.source = source;
    this.lines = new ArrayList<>(lines);
    this.notes = List.copyOf(notes);
    this.machineAt = whose;
    this.first = nextText(0);
  }

  /** The same lines in another order, some of them known to be a machine's. */
  SourceLines arranged(List<TextLine> others, Map<Integer, String> machines) {
    return new SourceLines(source, others, notes, machines);
  }

  /** These lines alone, each moved to the left by so many blanks where it has them. */
  SourceLines moved(int from, int to, int blanks) {
    List<TextLine> moved = new ArrayList<>();
    for (TextLine line : between(from, to)) {
      moved.add(line.movedLeft(blanks));
    }
    return new SourceLines(source, moved, List.of());
  }

  /** Moves a line, and those below that are indented as far, to the left. */
  void move(int from, int blanks) {
    for (int at = from; at < lines.size(); at++) {
      TextLine line = lines.get(at);
      if (!line.isBlank() && line.indent() < blanks) {
        return;
      }
      lines.set(at, line.movedLeft(blanks));
    }
  }

  /** The machine that a line is of, if the line itself says so. */
  Optional<String> machineAt(int at) {
    return Optional.ofNullable(machineAt.get(at));
  }

  public FactSource source() {
    return source;
  }

  public int size() {
    return lines.size();
  }

  public TextLine line(int at) {
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
  public List<TextLine> between(int from, int to) {
    return lines.subList(from, to);
  }

  /** Whether a new thing begins here for certain: a prompt, a fence, another machine's lines. */
  public boolean isBoundary(int at) {
    return ShellPrompt.isFence(text(at))
        || ShellPrompt.isPrompt(text(at))
        || !machineAt(at).equals(machineAt(at - 1))
        || RemoteCommand.banner(this, at).isPresent();
  }

  /** The command that a prompt shows here; blank where none stands here, or shows none. */
  public String command(int at) {
    return ShellPrompt.command(text(at)).orElse("");
  }

  /** Whether a prompt stands here that names the machine. */
  public boolean isPromptOfHost(int at) {
    return ShellPrompt.host(text(at)).isPresent();
  }

  /** What could not be read of the source, a line each. */
  List<String> notes() {
    return notes;
  }
}
