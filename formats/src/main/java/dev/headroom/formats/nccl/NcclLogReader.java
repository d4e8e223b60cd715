package dev.headroom.formats.nccl;

import dev.headroom.formats.fact.Subject;
import dev.headroom.formats.fact.SubjectKind;
import dev.headroom.formats.read.ContiguousReader;
import dev.headroom.formats.read.FactSink;
import dev.headroom.formats.read.FormatKind;
import dev.headroom.formats.read.LineBlock;
import dev.headroom.formats.read.SourceLines;
import dev.headroom.formats.read.TextLine;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Reader of NCCL and RCCL logs with {@code NCCL_DEBUG=WARN} or more, of one process or a whole job,
 * with launchers' prefixes on each line.
 */
public final class NcclLogReader extends ContiguousReader {
  /**
   * What srun, mpirun, Kubernetes and time stamps put before a line, and what NCCL begins it with.
   */
  private static final Pattern LINE =
      Pattern.compile(
          "(.{0,120}?)(?:([\\w.-]+):(\\d+):(\\d+) )?(?:\\[(-?\\d+)\\] )?(?:([\\w./:-]+(?: [\\w:]+)?) )?NCCL (INFO|WARN|TRACE|ABORT|VERSION) ?(.*)");

  /** As NCCL up to 2.3 began a line: without its name. */
  private static final Pattern UNNAMED =
      Pattern.compile(
          "(.{0,120}?)([\\w.-]+):(\\d+):(\\d+) \\[(-?\\d+)\\] (?:([\\w./-]+:\\d+) )?(INFO|WARN) (.*)");

  /** An error of which somebody kept the words only. */
  private static final Pattern WORDS =
      Pattern.compile("\\s*(NET/IB\\s*: Got (?:completion|async event) \\S.*)");

  /** Where another rank's line begins within one, as two wrote at once. */
  private static final Pattern GLUED =
      Pattern.compile(
          "(\\[\\d+,\\d+\\]<std(?:out|err)>:)?([\\w.-]+):\\d+:\\d+ \\[-?\\d+\\] (?:[\\w./:-]+ )?NCCL (?:INFO|WARN) ");

  private static final Pattern VERSION =
      Pattern.compile("(.{0,120}?)(NCCL|RCCL) version\\s*:?\\s+(\\S+.*)");
  private static final Pattern ZONE = Pattern.compile("\\d\\d:\\d\\d(?:\\.\\d+)?[+-]\\d\\d:$");
  private static final Pattern RCCL_HEADER =
      Pattern.compile("(HIP version|ROCm version|Hostname|Librccl path)\\s*:\\s*(.+)");

  public NcclLogReader() {
    super(FormatKind.of("nccl-log", "log of NCCL or RCCL in a job", "NCCL_DEBUG=INFO"));
  }

  @Override
  protected List<String> clues() {
    return List.of(
        "NCCL ",
        " INFO ",
        " WARN ",
        "NET/IB",
        "CCL version",
        "HIP version",
        "ROCm version",
        "Hostname",
        "Librccl path");
  }

  @Override
  protected boolean starts(SourceLines document, int at) {
    return isLine(document.text(at));
  }

  private static boolean isLine(String text) {
    return (text.contains("NCCL ") && LINE.matcher(text).matches())
        || ((text.contains("] ") && (text.contains(" INFO ") || text.contains(" WARN ")))
            && UNNAMED.matcher(text).matches())
        || (text.contains("NET/IB") && WORDS.matcher(text).matches())
        || (text.contains("CCL version") && VERSION.matcher(text).matches())
        || (text.contains(" : ") && RCCL_HEADER.matcher(text).matches());
  }

  @Override
  protected boolean continues(TextLine line) {
    return isLine(line.text());
  }

  @Override
  protected void read(LineBlock block, FactSink sink) {
    Set<String> hosts = new TreeSet<>();
    for (TextLine line : block) {
      for (String part : parts(line.text(), hosts)) {
        read(line, part, hosts, sink);
      }
    }
  }

  private static void read(TextLine line, String text, Set<String> hosts, FactSink sink) {
    Matcher spoken = spoken(text);
    Matcher words = WORDS.matcher(text);
    Matcher version = VERSION.matcher(text);
    Matcher header = RCCL_HEADER.matcher(text);
    if (spoken.matches()) {
      spoken(line, spoken, hosts, sink);
    } else if (words.matches()) {
      sink.add(line, new Subject(SubjectKind.RANK, "job"), NcclKeys.WARN, words.group(1));
    } else if (version.matches()) {
      Subject job = new Subject(SubjectKind.RANK, "job");
      sink.add(line, job, NcclKeys.VERSION, version.group(3));
      sink.add(line, job, "library", version.group(2));
      prefix(line, job, version.group(1), sink);
    } else if (header.matches()) {
      sink.add(
          line,
          new Subject(SubjectKind.RANK, "job"),
          header.group(1).replace(' ', '-'),
          header.group(2));
    }
  }

  /** What each rank said on a line, one part for each; most often there is one. */
  private static List<String> parts(String text, Set<String> hosts) {
    int first = text.indexOf("NCCL ");
    if (first < 0 || text.indexOf("NCCL ", first + 5) < 0) {
      return List.of(text);
    }
    List<String> parts = new ArrayList<>();
    Matcher glued = GLUED.matcher(text);
    int from = 0;
    while (glued.find()) {
      int begin = glued.group(1) != null ? glued.start() : begin(glued, hosts);
      if (begin > from && begin > first) {
        parts.add(text.substring(from, begin));
        from = begin;
      }
    }
    parts.add(text.substring(from));
    return parts;
  }

  /**
   * Nothing divides the last word of one rank from the host of the next, so that the host must be
   * one that began a line before; else -1.
   */
  private static int begin(Matcher glued, Set<String> hosts) {
    return hosts.stream().filter(glued.group(2)::endsWith).mapToInt(String::length).max().stream()
        .map(length -> glued.end(2) - length)
        .findFirst()
        .orElse(-1);
  }

  /** A line as it begins in NCCL of any age. */
  private static Matcher spoken(String text) {
    Matcher named = LINE.matcher(text);
    return named.matches() ? named : UNNAMED.matcher(text);
  }

  private static void spoken(TextLine line, Matcher spoken, Set<String> hosts, FactSink sink) {
    String host = host(spoken.group(1), spoken.group(2));
    if (host != null) {
      hosts.add(host);
    }
    Subject rank =
        new Subject(SubjectKind.RANK, host == null ? "job" : host + ":" + spoken.group(3));
    String words = spoken.group(8).strip();
    boolean warning = "WARN".equals(spoken.group(7)) || "ABORT".equals(spoken.group(7));
    sink.add(line, rank, warning ? NcclKeys.WARN : NcclKeys.INFO, words);
    prefix(line, rank, spoken.group(1), sink);
    if (host != null) {
      sink.add(line, rank, "thread", spoken.group(4));
    }
    if (spoken.group(5) != null) {
      sink.add(line, rank, "device", spoken.group(5));
    }
    if (spoken.group(6) != null) {
      sink.add(line, rank, "nccl.where", spoken.group(6));
    }
    Matcher version = VERSION.matcher(words);
    if (version.matches() && version.group(1).isEmpty()) {
      sink.add(line, rank, NcclKeys.VERSION, version.group(3));
      sink.add(line, rank, "library", version.group(2));
    }
    NcclMessages.read(line, rank, host == null ? "" : host, words, sink);
  }

  /**
   * Logs of clouds put the time right before the line, its zone's minutes right before the host.
   */
  private static @Nullable String host(String prefix, @Nullable String host) {
    return host != null && ZONE.matcher(prefix).find() && host.matches("\\d\\d[a-zA-Z].*")
        ? host.substring(2)
        : host;
  }

  private static void prefix(TextLine line, Subject rank, String prefix, FactSink sink) {
    if (!prefix.isBlank()) {
      sink.add(line, rank, "log.prefix", prefix);
    }
  }
}
