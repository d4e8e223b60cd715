package dev.headroom.formats.exporter;

import dev.headroom.formats.fact.Subject;
import dev.headroom.formats.fact.Thing;
import dev.headroom.formats.read.Block;
import dev.headroom.formats.read.Document;
import dev.headroom.formats.read.FactSink;
import dev.headroom.formats.read.Kind;
import dev.headroom.formats.read.Line;
import dev.headroom.formats.read.Reader;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Messages of UCX. */
public final class UcxLogReader extends Reader {
  private static final Pattern LINE =
      Pattern.compile(
          "\\s*\\[(\\d+\\.\\d+)\\] \\[([\\w.-]+):(\\d+):(\\w+)\\]\\s+([\\w./-]+:\\d+)\\s+UCX\\s+(\\w+)\\s+(.*)");

  public UcxLogReader() {
    super(Kind.of("ucx-log", "messages of UCX", "UCX_LOG_LEVEL"));
  }

  @Override
  protected boolean starts(Document document, int at) {
    return document.text(at).contains("UCX") && LINE.matcher(document.text(at)).matches();
  }

  @Override
  protected boolean continues(Line line) {
    return LINE.matcher(line.text()).matches();
  }

  @Override
  protected int end(Document document, int at, Starts starts) {
    return endOfAlike(document, at);
  }

  @Override
  protected void read(Block block, FactSink sink) {
    for (Line line : block) {
      Matcher said = LINE.matcher(line.text());
      if (said.matches()) {
        Subject rank = new Subject(Thing.RANK, said.group(2) + ":" + said.group(3));
        sink.say(
            line, rank, "ucx." + said.group(6).toLowerCase(java.util.Locale.ROOT), said.group(7));
        sink.say(line, rank, "ucx.where", said.group(5));
        sink.say(line, rank, "time", said.group(1));
        sink.say(line, rank, "thread", said.group(4));
      }
    }
  }
}
