package dev.headroom.formats.read;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Extraction of a program's lines from the formats of container runtimes and log services, so that
 * their own readers can read them. Each keeps its number; what is around it is left out, and a line
 * that looks like none of this stays as it is.
 */
final class ContainerLogLines {
  /**
   * A line of a container's log on a node of Kubernetes: the time, the stream, and whether it is
   * full or a part of one that the next goes on with (Kubernetes, CRI logging design).
   */
  private static final Pattern CRI =
      Pattern.compile(
          "\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d(?:\\.\\d{1,9})?(?:Z|[+-]\\d\\d:\\d\\d) (stdout|stderr) ([FP])(?: (.*)|)");

  /** {@code kubectl logs --prefix} (kubectl reference, logs). */
  private static final Pattern POD =
      Pattern.compile("\\[pod/[\\w.-]{1,253}/[\\w.-]{1,63}\\] ?(.*)");

  /** A log that was logged again, and once more. */
  private static final int DEEPEST = 3;

  private ContainerLogLines() {}

  /** The document with the lines that it holds; the same where it holds none. */
  static SourceLines opened(SourceLines document) {
    SourceLines opened = document;
    for (int i = 0; i < DEEPEST; i++) {
      Optional<SourceLines> next = once(opened);
      if (next.isEmpty()) {
        break;
      }
      opened = next.get();
    }
    return opened;
  }

  private static Optional<SourceLines> once(SourceLines document) {
    if (document.between(0, document.size()).stream().noneMatch(line -> mayBe(line.whole()))) {
      return Optional.empty();
    }
    Opening opening = new Opening();
    for (TextLine line : document.between(0, document.size())) {
      opening.take(line);
    }
    if (opening.isLog()) {
      return Optional.of(document.arranged(opening.lines(), Map.of()));
    }
    return isPrinted(document) ? printed(document) : Optional.empty();
  }

  /** Quick, and true of every line that is opened, and of the first of what is printed. */
  private static boolean mayBe(String line) {
    return line.startsWith("[pod/")
        || line.stripLeading().startsWith("{")
        || line.startsWith("[")
        || line.contains(" stdout ")
        || line.contains(" stderr ");
  }

  /** What is known of the lines so far. */
  private static final class Opening {
    /** Of each line of the file, as many as it holds. */
    private final List<List<TextLine>> held = new ArrayList<>();

    /** Where brackets stand alone, which some put around entries. */
    private final List<Integer> brackets = new ArrayList<>();

    /** Lines of which all is said elsewhere. */
    private final List<TextLine> spare = new ArrayList<>();

    /** By stream: what goes on, and where in {@link #held} it began. */
    private final Map<String, StringBuilder> broken = new HashMap<>();

    private final Map<String, Integer> began = new HashMap<>();
    private int certain;
    private int opened;
    private int others;
    private String firstTime = "";
    private String lastTime = "";

    void take(TextLine line) {
      String text = line.whole();
      Matcher cri = CRI.matcher(text);
      Matcher pod = POD.matcher(text);
      if (line.isBlank()) {
        held.add(List.of(line));
      } else if (Character.isDigit(text.charAt(0)) && cri.matches()) {
        certain++;
        opened++;
        part(
            line, cri.group(1), cri.group(2).equals("P"), cri.group(3) == null ? "" : cri.group(3));
      } else if (text.startsWith("[pod/") && pod.matches()) {
        certain++;
        opened++;
        held.add(List.of(line.withText(pod.group(1))));
      } else {
        LogEntries.of(text).ifPresentOrElse(entry -> take(line, entry), () -> other(line));
      }
    }

    private void other(TextLine line) {
      if (isBracket(line.text())) {
        brackets.add(held.size());
      } else {
        others++;
      }
      held.add(List.of(line));
    }

    private void take(TextLine line, LogEntries.Entry entry) {
      opened++;
      certain += entry.isCertain() ? 1 : 0;
      firstTime = opened == 1 ? entry.time() : firstTime;
      lastTime = entry.time();
      if (entry.goesOn() || broken.containsKey(entry.stream())) {
        part(line, entry.stream(), entry.goesOn(), entry.text());
      } else {
        held.add(texts(line, entry.text()));
      }
    }

    /** The whole stands where its first part does. */
    private void part(TextLine line, String stream, boolean goesOn, String text) {
      StringBuilder begun = broken.get(stream);
      if (begun == null && !goesOn) {
        held.add(List.of(line.withText(text)));
        return;
      }
      if (begun == null) {
        begun = new StringBuilder();
        broken.put(stream, begun);
        began.put(stream, held.size());
        held.add(List.of(line));
      } else {
        spare.add(line.withText(""));
      }
      begun.append(text, 0, Math.min(text.length(), SourceText.MOST_IN_LINE - begun.length()));
      if (!goesOn) {
        join(stream, begun);
        broken.remove(stream);
      }
    }

    private void join(String stream, StringBuilder parts) {
      int at = began.getOrDefault(stream, 0);
      held.set(at, texts(held.get(at).getFirst(), parts.toString()));
    }

    /** One object with a message may be a tool's result. */
    boolean isLog() {
      return certain > 0 || opened > 1;
    }

    /** In the order of time: those who ask a service get what came last first. */
    List<TextLine> lines() {
      broken.forEach(this::join);
      if (others == 0) {
        brackets.forEach(at -> held.set(at, List.of(held.get(at).getFirst().withText(""))));
      }
      if (others == 0 && firstTime.compareTo(lastTime) > 0) {
        Collections.reverse(held);
      }
      List<TextLine> lines = new ArrayList<>();
      held.forEach(lines::addAll);
      lines.addAll(spare);
      return lines;
    }
  }

  /** The lines of a text, all of them evidence of the place where it stands. */
  private static List<TextLine> texts(TextLine place, String text) {
    List<TextLine> lines = new ArrayList<>();
    for (String each : text.split("\n", -1)) {
      lines.add(SourceText.line(place.evidence().source(), place.number(), each));
    }
    return lines;
  }

  /** Whether the whole of it is JSON over many lines that may have entries in it. */
  private static boolean isPrinted(SourceLines document) {
    String first = document.text(document.nextText(0)).strip();
    return (first.startsWith("[") || first.startsWith("{"))
        && document.between(0, document.size()).stream()
            .map(TextLine::text)
            .anyMatch(text ->
                text.contains("\"textPayload\"")
                    || text.contains("\"jsonPayload\"")
                    || text.contains("\"ingestionTime\""));
  }

  /**
   * Entries as {@code gcloud logging read --format=json}, the Logs Explorer and {@code aws logs
   * get-log-events} print them. What is around them comes at the end, blank: it must not part the
   * lines of one output.
   */
  private static Optional<SourceLines> printed(SourceLines document) {
    StringBuilder json = new StringBuilder();
    document.between(0, document.size()).forEach(line -> json.append(line.whole()).append('\n'));
    List<LogEntries.Entry> entries = new ArrayList<>(LogEntries.parse(json.toString()));
    if (entries.stream().noneMatch(LogEntries.Entry::isCertain)) {
      return Optional.empty();
    }
    if (entries.getFirst().time().compareTo(entries.getLast().time()) > 0) {
      Collections.reverse(entries);
    }
    boolean[] around = new boolean[document.size()];
    boolean[] told = new boolean[document.size()];
    List<TextLine> lines = new ArrayList<>();
    for (LogEntries.Entry entry : entries) {
      for (int at = entry.first() - 1; at < Math.min(entry.last(), around.length); at++) {
        around[at] = true;
      }
      int place = Math.clamp(entry.line() - 1, 0, told.length - 1);
      told[place] = true;
      lines.addAll(texts(document.line(place), entry.text()));
    }
    for (int at = 0; at < document.size(); at++) {
      TextLine line = document.line(at);
      if (!told[at]) {
        lines.add(around[at] || isBracket(line.text()) ? line.withText("") : line);
      }
    }
    return Optional.of(document.arranged(lines, Map.of()));
  }

  private static boolean isBracket(String text) {
    return text.chars().allMatch(c -> c <= ' ' || "[]{},".indexOf(c) >= 0);
  }
}
