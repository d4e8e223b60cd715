package dev.headroom.formats.read;

import dev.headroom.formats.fact.Evidence;
import dev.headroom.formats.fact.FactSource;
import dev.headroom.formats.fact.Subject;
import dev.headroom.formats.fact.SubjectKind;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Reader of sources of any kind: it finds the blocks in them, passes each to the reader of its
 * format, and accounts for every line. The way in for everybody who has files and wants facts.
 *
 * <p>Any number of threads may use one at the same time.
 */
public final class FactReader {
  private final List<FormatReader> readers;
  private final List<BytesReader> others;
  private final ReaderClues clues;

  /** By how many blanks Markdown moves code to the right, at least. */
  private static final int SHIFT = 4;

  /** Lines of such a paragraph that are looked at to tell what it is. */
  private static final int LOOKED_AT = 8;

  /**
   * Of which a fact in so many lines is one: less, and what stands before each line is in the way.
   */
  private static final int ENOUGH = 10;

  /** How much memory the facts of one source may take: hosts have hundreds of sources. */
  private static final long MOST = Math.max(24L << 20, Runtime.getRuntime().maxMemory() / 16);

  /** Where two of these could take a line, the one named first does. */
  public FactReader(List<FormatReader> readers, List<BytesReader> others) {
    this.readers = List.copyOf(readers);
    this.others = List.copyOf(others);
    clues = new ReaderClues(this.readers);
  }

  /**
   * Whatever the bytes are, the answer is what was understood of them.
   *
   * @throws IOException if the stream itself fails
   */
  public SourceReading read(FactSource source, InputStream bytes) throws IOException {
    for (BytesReader other : others) {
      if (other.accepts(source.name())) {
        return read(other, source, bytes.readNBytes(other.most()));
      }
    }
    return read(SourceText.read(source, bytes));
  }

  private static SourceReading read(BytesReader reader, FactSource source, byte[] bytes) {
    FactSink sink = new FactSink(MOST);
    reader.read(source, bytes, sink);
    FormatSection section =
        new FormatSection(reader.kind(), 1, sink.facts().isEmpty() ? 0 : 1, 0, List.of());
    List<String> notes =
        sink.facts().isEmpty() ? List.of("is too short for its format") : List.of();
    return new SourceReading(source, List.of(section), sink.facts(), notes);
  }

  public SourceReading read(FactSource source, String text) {
    return read(SourceText.of(source, text));
  }

  private SourceReading read(SourceLines pasted) {
    SourceLines opened = ContainerLogLines.opened(pasted);
    SourceReading asItStands = once(HostPrefixedLines.groupedByHost(opened));
    if (asItStands.facts().size() > opened.size() / ENOUGH) {
      return asItStands;
    }
    return TimestampedLines.withoutTimestamps(opened)
        .map(ContainerLogLines::opened)
        .map(this::once)
        .filter(without -> without.facts().size() > asItStands.facts().size())
        .orElse(asItStands);
  }

  private SourceReading once(SourceLines document) {
    Pass pass = new Pass(document);
    int at = 0;
    while (at < document.size() && !pass.isFull()) {
      at = pass.next(at);
    }
    return pass.finish();
  }

  /** One way through one document. */
  private final class Pass {
    private final SourceLines document;
    private final FactSink sink = new FactSink(MOST);
    private final List<String> notes = new ArrayList<>();
    private final Map<FormatKind, Count> counts = new LinkedHashMap<>();

    /** Lines of which it is known that nobody starts there. */
    private final BitSet free = new BitSet();

    private String command = "";

    /** Whether what is printed here comes from another machine than the prompt's. */
    private boolean elsewhere;

    Pass(SourceLines document) {
      this.document = document;
      for (int at = 0; at < document.size(); at++) {
        TextLine line = document.line(at);
        document.machineAt(at).ifPresent(machine -> sink.setMachine(line, machine));
      }
      command = ShellPrompt.commandOfFile(document.source().name());
      notes.addAll(document.notes());
    }

    boolean isFull() {
      return sink.isFull();
    }

    /** As {@link #block}, whatever stands there: a pattern may need more stack than there is. */
    int next(int at) {
      try {
        return block(at);
      } catch (StackOverflowError e) {
        String note = "has lines that are too long to parse";
        if (!notes.contains(note)) {
          notes.add(note);
        }
        account(SurroundingText.TEXT, document.line(at));
        return at + 1;
      }
    }

    /** Reads the block that begins here and returns where the next one may. */
    int block(int at) {
      TextLine line = document.line(at);
      if (ShellPrompt.isFence(line.text())) {
        account(SurroundingText.PASTED, line);
        return at + 1;
      }
      var prompt = ShellPrompt.command(line.text());
      if (prompt.isPresent()) {
        prompt(line, prompt.get());
        OutputCompleteness.addIfListIsEmpty(document, at, prompt.get(), sink);
        return at + 1;
      }
      var banner = RemoteCommand.banner(document, at);
      if (banner.isPresent()) {
        elsewhere = true;
        sink.add(line, Subject.host(), "prompt.elsewhere", banner.get());
        account(SurroundingText.PASTED, line);
        return at + 1;
      }
      FormatReader reader = at(at);
      if (reader == null && isShifted(at)) {
        return block(at);
      }
      if (reader == null) {
        account(SurroundingText.TEXT, line);
        return at + 1;
      }
      int end = Math.min(document.size(), reader.end(document, at, next -> at(next) != null));
      return read(reader, at, Math.max(at + 1, end));
    }

    /**
     * Whether a paragraph stands farther to the right than its format has it, as Markdown has code
     * in paragraphs of four blanks; if it does, it is moved to the left.
     */
    private boolean isShifted(int at) {
      TextLine line = document.line(at);
      if (line.indent() < SHIFT || !document.text(at - 1).isBlank()) {
        return false;
      }
      int shift = line.indent();
      SourceLines moved = document.moved(at, Math.min(document.size(), at + LOOKED_AT), shift);
      if (!moved.isBoundary(0) && at(moved, 0) == null) {
        return false;
      }
      document.move(at, shift);
      free.clear(at, document.size());
      return true;
    }

    private int read(FormatReader reader, int from, int to) {
      LineBlock block = new LineBlock(document.source(), command, document.between(from, to));
      int facts = sink.facts().size();
      boolean refused = false;
      try {
        reader.read(block, sink);
      } catch (UnreadableBlockException e) {
        notes.add(e.getMessage());
        refused = true;
        if (e.isWhole()) {
          sink.discard(facts, block);
        }
      } catch (RuntimeException | StackOverflowError e) {
        // One block that a reader stumbles over must not cost the user all the others.
        notes.add(
            "line %d: an internal error in Headroom's reader of %s: %s"
                .formatted(block.first().number(), reader.kind(), e));
      }
      int last = lastUnderstood(reader.kind(), from, to);
      if (refused && facts == sink.facts().size()) {
        last = to;
      }
      for (int i = from; i < last; ) {
        int next = paragraph(i, last);
        boolean its = anyUnderstood(reader.kind(), i, next);
        for (int j = i; j < next; j++) {
          account(its ? reader.kind() : SurroundingText.TEXT, document.line(j));
        }
        i = next;
      }
      return last;
    }

    /** The end of the lines that no blank one divides. */
    private int paragraph(int from, int to) {
      int end = from + 1;
      while (end < to && !document.line(end - 1).isBlank()) {
        end++;
      }
      return end;
    }

    /**
     * A paragraph of which a reader understood nothing is not its: people write between outputs.
     */
    private boolean anyUnderstood(FormatKind kind, int from, int to) {
      for (int i = from; i < to; i++) {
        if (understood(kind, document.line(i)) || (document.line(i).isBlank() && to == from + 1)) {
          return true;
        }
      }
      return false;
    }

    /** What comes after the last line that was understood is none of this reader's. */
    private int lastUnderstood(FormatKind kind, int from, int to) {
      int last = to;
      while (last > from + 1 && !understood(kind, document.line(last - 1))) {
        last--;
      }
      return last;
    }

    private boolean understood(FormatKind kind, TextLine line) {
      return sink.hasFact(line) || (!line.isBlank() && kind.ignores(line.text()));
    }

    /** Most lines of a block are asked about where it ends, and again where the next may begin. */
    private @Nullable FormatReader at(int at) {
      if (free.get(at)) {
        return null;
      }
      FormatReader reader = at(document, at);
      free.set(at, reader == null);
      return reader;
    }

    private @Nullable FormatReader at(SourceLines lines, int at) {
      if (lines.line(at).isBlank()) {
        return null;
      }
      long[] candidates = clues.readersFor(lines.text(at));
      for (int i = 0; i < candidates.length; i++) {
        for (long left = candidates[i]; left != 0; left &= left - 1) {
          FormatReader reader = readers.get(i * Long.SIZE + Long.numberOfTrailingZeros(left));
          if (reader.starts(lines, at)) {
            return reader;
          }
        }
      }
      return null;
    }

    private void prompt(TextLine line, String shown) {
      Optional<RemoteCommand> remote = RemoteCommand.of(shown);
      command = remote.map(RemoteCommand::command).orElse(shown);
      sink.add(
          line,
          new Subject(SubjectKind.EVENT, String.valueOf(line.number())),
          "command",
          line.text());
      LaunchVariables.addVariables(line, command, sink);
      LaunchedTest.addTest(line, command, sink);
      ShellPrompt.host(line.text())
          .ifPresent(host -> sink.add(line, Subject.host(), "prompt.host", host));
      if (remote.isPresent()) {
        sink.add(line, Subject.host(), "prompt.elsewhere", remote.get().host());
      } else if (elsewhere) {
        sink.add(line, Subject.host(), "prompt.back", "yes");
      }
      elsewhere = remote.isPresent();
      account(SurroundingText.PASTED, line);
    }

    private void account(FormatKind kind, TextLine line) {
      Count count = counts.computeIfAbsent(kind, _ -> new Count(line.number()));
      if (sink.hasFact(line)) {
        count.facts++;
      } else if (line.isBlank() || kind.ignores(line.text())) {
        count.ignored++;
      } else {
        count.others.add(line.evidence());
      }
    }

    SourceReading finish() {
      List<FormatSection> sections = new ArrayList<>();
      counts.forEach((kind, count) ->
          sections.add(
              new FormatSection(kind, count.first, count.facts, count.ignored, count.others)));
      return new SourceReading(document.source(), sections, sink.facts(), notes);
    }
  }

  private static final class Count {
    final int first;
    final List<Evidence> others = new ArrayList<>();
    int facts;
    int ignored;

    Count(int first) {
      this.first = first;
    }
  }
}
