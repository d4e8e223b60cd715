package dev.headroom.formats.exporter;

import dev.headroom.formats.fact.Subject;
import dev.headroom.formats.fact.Thing;
import dev.headroom.formats.read.AlikeReader;
import dev.headroom.formats.read.FactSink;
import dev.headroom.formats.read.Kind;
import dev.headroom.formats.read.Line;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Messages of libfabric ({@code FI_LOG_LEVEL}), which plugins for EFA run on. */
public final class LibfabricLogReader extends AlikeReader {
  private static final Pattern LINE =
      Pattern.compile(
          "(.{0,120}?)libfabric:(\\d{1,10}):(\\d{1,12}):(\\S{0,120}?:\\w{1,80}\\(\\)):(\\d{1,6})<(\\w{1,10})> (\\S.*)");

  public LibfabricLogReader() {
    super(
        Kind.of("libfabric-log", "messages of libfabric", "FI_LOG_LEVEL=warn"), "libfabric:", LINE);
  }

  @Override
  protected void read(Line line, Matcher said, FactSink sink) {
    Subject rank = new Subject(Thing.RANK, "libfabric-" + said.group(2));
    sink.say(line, rank, "libfabric." + said.group(6), said.group(7));
    sink.say(line, rank, "time", said.group(3));
    sink.say(line, rank, "libfabric.where", said.group(4) + ":" + said.group(5));
    if (!said.group(1).isBlank()) {
      sink.say(line, rank, "log.prefix", said.group(1));
    }
  }
}
