package dev.headroom.formats.exporter;

import dev.headroom.formats.fact.Subject;
import dev.headroom.formats.fact.Thing;
import dev.headroom.formats.read.AlikeReader;
import dev.headroom.formats.read.FactSink;
import dev.headroom.formats.read.Kind;
import dev.headroom.formats.read.Line;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Messages of UCX; whoever pastes one often leaves out its time and process. */
public final class UcxLogReader extends AlikeReader {
  private static final Pattern LINE =
      Pattern.compile(
          "\\s*(?:\\[(\\d+\\.\\d+)\\] \\[([\\w.-]+):(\\d+):(\\w+)\\]\\s+)?([\\w./-]+:\\d+)\\s+UCX\\s+(\\w+)\\s+(.*)");

  public UcxLogReader() {
    super(Kind.of("ucx-log", "messages of UCX", "UCX_LOG_LEVEL"), "UCX", LINE);
  }

  @Override
  protected void read(Line line, Matcher said, FactSink sink) {
    boolean whole = said.group(2) != null;
    Subject rank = new Subject(Thing.RANK, whole ? said.group(2) + ":" + said.group(3) : "ucx");
    sink.say(line, rank, "ucx." + said.group(6).toLowerCase(Locale.ROOT), said.group(7));
    sink.say(line, rank, "ucx.where", said.group(5));
    if (whole) {
      sink.say(line, rank, "time", said.group(1));
      sink.say(line, rank, "thread", said.group(4));
    }
  }
}
