package dev.headroom.formats.exporter;

import dev.headroom.formats.fact.Subject;
import dev.headroom.formats.fact.Thing;
import dev.headroom.formats.read.AlikeReader;
import dev.headroom.formats.read.FactSink;
import dev.headroom.formats.read.Kind;
import dev.headroom.formats.read.Line;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reader of NVSHMEM's error messages: the place in its source, then the text. */
public final class NvshmemLogReader extends AlikeReader {
  private static final Pattern LINE =
      Pattern.compile(
          "(.{0,80}?)(\\S{0,200}nvshmem\\S{0,200}\\.(?:cpp|cc|cu|cuh|h)):(?:(\\w{1,80}):)?(\\d{1,6}): (\\S.*)");

  public NvshmemLogReader() {
    super(
        Kind.of("nvshmem-log", "what NVSHMEM failed with", "a job that uses NVSHMEM, DeepEP"),
        "nvshmem",
        LINE);
  }

  @Override
  protected void read(Line line, Matcher said, FactSink sink) {
    Subject rank = new Subject(Thing.RANK, "nvshmem");
    sink.say(line, rank, "nvshmem.error", said.group(5));
    sink.say(line, rank, "nvshmem.where", said.group(2) + ":" + said.group(4));
    if (said.group(3) != null) {
      sink.say(line, rank, "nvshmem.function", said.group(3));
    }
    if (!said.group(1).isBlank()) {
      sink.say(line, rank, "log.prefix", said.group(1));
    }
  }
}
