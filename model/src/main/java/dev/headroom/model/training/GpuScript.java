package dev.headroom.model.training;

import dev.headroom.model.collective.Collective;
import dev.headroom.model.knob.SpellingSuggestion;
import dev.headroom.unit.Size;
import dev.headroom.unit.Time;
import dev.headroom.unit.UnitException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.stream.Stream;

/**
 * Script of every GPU's operations, an operation a line:
 *
 * <pre>
 *   compute 556us
 *   tensor all-reduce 16MiB          call it and wait for it
 *   start data reduce-scatter 1GiB   call it and go on
 *   await data                       wait for the earliest that was started
 *   repeat 24                        everything up to its end, so many times
 *   end
 * </pre>
 *
 * <p>Blank lines, and what follows a #, mean nothing.
 */
public final class GpuScript {
  /** Groups that all GPUs may be in. */
  private static final List<GroupKind> KINDS =
      List.of(
          GroupKind.TENSOR, GroupKind.DATA, GroupKind.EXPERT, GroupKind.EXPERT_DATA, GroupKind.ALL);

  private static final int MOST_OPERATIONS = 10_000_000;

  private final Deque<Repeat> open = new ArrayDeque<>();

  private record Repeat(long times, int line, List<GpuOperation> body) {}

  private GpuScript() {
    open.push(new Repeat(1, 0, new ArrayList<>()));
  }

  /** What is wrong with a line. */
  public static final class BadLine extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final int line;
    private final String right;

    BadLine(int line, String what, String right) {
      super(what);
      this.line = line;
      this.right = right;
    }

    /** Counted from 1. */
    public int line() {
      return line;
    }

    /** What would be right. */
    public String right() {
      return right;
    }
  }

  /**
   * Reads a script.
   *
   * @throws BadLine that is the first
   */
  public static List<GpuOperation> parse(String text) {
    GpuScript script = new GpuScript();
    List<String> lines = text.lines().toList();
    for (int i = 0; i < lines.size(); i++) {
      script.read(i + 1, lines.get(i).replaceFirst("#.*", "").strip());
    }
    Repeat last = script.open.pop();
    if (last.line() > 0) {
      throw new BadLine(
          last.line(), "this repeat has no end", "a line 'end' after the repeated lines");
    }
    return List.copyOf(last.body());
  }

  private void read(int line, String text) {
    if (text.isEmpty()) {
      return;
    }
    String[] words = text.split("\\s+");
    switch (words[0]) {
      case "compute" -> add(line, new GpuOperation.Compute(time(line, words)));
      case "start" -> start(line, words, 1);
      case "await" -> add(line, new GpuOperation.Await(kind(line, word(line, words, 1))));
      case "repeat" -> open.push(new Repeat(times(line, words), line, new ArrayList<>()));
      case "end" -> close(line);
      default -> {
        GroupKind kind = start(line, words, 0);
        add(line, new GpuOperation.Await(kind));
      }
    }
  }

  private void add(int line, GpuOperation operation) {
    List<GpuOperation> body = open.element().body();
    if (body.size() == MOST_OPERATIONS) {
      throw new BadLine(line, "this makes over %d operations".formatted(MOST_OPERATIONS), "fewer");
    }
    body.add(operation);
  }

  private void close(int line) {
    Repeat done = open.pop();
    if (open.isEmpty()) {
      throw new BadLine(line, "this end has no repeat", "remove it");
    }
    for (long i = 0; i < done.times(); i++) {
      done.body().forEach(operation -> add(line, operation));
    }
  }

  private GroupKind start(int line, String[] words, int first) {
    GroupKind kind = kind(line, word(line, words, first));
    String name = word(line, words, first + 1);
    Collective collective =
        Collective.named(name)
            .filter(each -> each != Collective.SEND_RECV)
            .orElseThrow(() ->
                new BadLine(
                    line,
                    "'%s' is not a collective%s"
                        .formatted(name, SpellingSuggestion.hint(name, collectives())),
                    "one of " + String.join(", ", collectives())));
    String size = word(line, words, first + 2);
    try {
      add(
          line,
          new GpuOperation.Start(
              kind, collective, notNegative(line, size, Size.parse(size).bytes())));
    } catch (UnitException e) {
      throw new BadLine(line, e.getMessage(), "a size such as 16MiB");
    }
    return kind;
  }

  private static List<String> collectives() {
    return Collective.words().stream()
        .filter(word -> !word.equals(Collective.SEND_RECV.word()))
        .toList();
  }

  private static GroupKind kind(int line, String word) {
    List<String> known = KINDS.stream().map(GroupKind::word).toList();
    if (!known.contains(word)) {
      List<String> first =
          Stream.concat(Stream.of("compute", "start", "await", "repeat", "end"), known.stream())
              .toList();
      throw new BadLine(
          line,
          "'%s' is neither an operation nor a group%s"
              .formatted(word, SpellingSuggestion.hint(word, first)),
          "one of " + String.join(", ", first));
    }
    return KINDS.get(known.indexOf(word));
  }

  private static String word(int line, String[] words, int at) {
    if (at >= words.length) {
      throw new BadLine(
          line,
          "the line ends too early",
          "such as: tensor all-reduce 16MiB, start data all-gather 1GiB, await data, compute 5us");
    }
    return words[at];
  }

  private static long time(int line, String[] words) {
    try {
      String time = word(line, words, 1);
      return notNegative(line, time, Time.parse(time).ps());
    } catch (UnitException e) {
      throw new BadLine(line, e.getMessage(), "a time such as 556us");
    }
  }

  /** Nothing takes less than no time, and no call moves less than nothing. */
  static long notNegative(int line, String word, long value) {
    if (value < 0) {
      throw new BadLine(line, "'%s' is negative".formatted(word), "0 or more");
    }
    return value;
  }

  private static long times(int line, String[] words) {
    String word = word(line, words, 1);
    if (!word.matches("[0-9]{1,7}")) {
      throw new BadLine(line, "'%s' is not a number of repetitions".formatted(word), "repeat 24");
    }
    return Long.parseLong(word);
  }

  /** Writes operations so that they read back the same; every call on a line of its own. */
  public static String write(List<GpuOperation> operations) {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < operations.size(); i++) {
      switch (operations.get(i)) {
        case GpuOperation.Compute compute ->
            text.append("compute ").append(new Time(compute.ps())).append('\n');
        case GpuOperation.Await await ->
            text.append("await ").append(await.kind().word()).append('\n');
        case GpuOperation.Stop stop ->
            throw new IllegalArgumentException("a script cannot contain a stop");
        case GpuOperation.Start start -> {
          boolean waits =
              i + 1 < operations.size()
                  && operations.get(i + 1) instanceof GpuOperation.Await next
                  && next.kind() == start.kind();
          text.append(waits ? "" : "start ")
              .append(start.kind().word())
              .append(' ')
              .append(start.collective().word())
              .append(' ')
              .append(new Size(start.bytes()))
              .append('\n');
          i += waits ? 1 : 0;
        }
      }
    }
    return text.toString();
  }
}
