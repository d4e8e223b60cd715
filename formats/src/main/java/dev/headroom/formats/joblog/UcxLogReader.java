package dev.headroom.formats.joblog;

import dev.headroom.formats.fact.Subject;
import dev.headroom.formats.fact.SubjectKind;
import dev.headroom.formats.read.FactSink;
import dev.headroom.formats.read.FormatKind;
import dev.headroom.formats.read.SinglePatternReader;
import dev.headroom.formats.read.TextLine;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reader of UCX messages; pasted ones often lack time and process. What ends a process it prints in
 * another form, without its own name and the level.
 */
public final class UcxLogReader extends SinglePatternReader {
  /** Of a completion with an error ({@code src/uct/ib/mlx5/ib_mlx5_log.c}). */
  private static final Pattern COMPLETION =
      Pattern.compile(
          "(?:Fatal: |FATAL: )?(\\S.{3,60}?) on (\\w+:\\d{1,3})/(IB|RoCE) \\(synd (0x[0-9a-f]{1,4}) vend (0x[0-9a-f]{1,4}) hw_synd (\\S{1,12})\\)");

  /** A host's name may begin with a digit, as a container's does, behind a bracket alone. */
  private static final Pattern LINE =
      Pattern.compile(
          "\\s*(?:(?:\\[(?<time>\\d+\\.\\d+)\\] \\[(?<host>[\\w.-]+):(?<pid>\\d+) *:(?<thread>\\w+)\\]\\s+)?"
              + "(?<where>[\\w./-]+:\\d+)\\s+UCX\\s+(?<level>\\w+)\\s+(?<said>.*)"
              + "|(?:\\[(?=\\w)|(?=[A-Za-z]))(?<diedAt>[\\w.-]+):(?<died>\\d+) *:(?<diedThread>\\d+:\\d+)\\]\\s+(?<diedWhere>[\\w./-]+\\.\\w{1,3}:\\d+)\\s+(?<last>\\S.*)"
              + "|(?<bare>"
              + COMPLETION.pattern()
              + ")\\s*)");

  public UcxLogReader() {
    super(
        FormatKind.of("ucx-log", "messages of UCX", "UCX_LOG_LEVEL"),
        List.of("UCX", ".c:", ".inl:", "(synd 0x"),
        LINE);
  }

  @Override
  protected void read(TextLine line, Matcher said, FactSink sink) {
    boolean died = said.group("died") != null;
    boolean whole = said.group("host") != null;
    Subject rank =
        new Subject(
            SubjectKind.RANK,
            whole
                ? said.group("host") + ":" + said.group("pid")
                : died ? said.group("diedAt") + ":" + said.group("died") : "ucx");
    if (said.group("level") != null) {
      say(line, rank, said.group("level").toLowerCase(Locale.ROOT), said.group("said"), sink);
      sink.add(line, rank, "ucx.where", said.group("where"));
    } else if (died) {
      say(line, rank, "fatal", said.group("last"), sink);
      sink.add(line, rank, "ucx.where", said.group("diedWhere"));
      sink.add(line, rank, "thread", said.group("diedThread"));
    } else {
      say(line, rank, "fatal", said.group("bare"), sink);
    }
    if (whole) {
      sink.add(line, rank, "time", said.group("time"));
      sink.add(line, rank, "thread", said.group("thread"));
    }
  }

  private static void say(TextLine line, Subject rank, String level, String words, FactSink sink) {
    sink.add(line, rank, "ucx." + level, words);
    Matcher completion = COMPLETION.matcher(words);
    if (completion.lookingAt()) {
      sink.add(line, rank, "ucx.device", completion.group(2));
      sink.add(line, rank, "ucx.link", completion.group(3));
      sink.add(line, rank, "ucx.syndrome", completion.group(4));
    }
  }
}
