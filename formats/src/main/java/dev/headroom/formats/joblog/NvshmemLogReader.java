package dev.headroom.formats.joblog;

import dev.headroom.formats.fact.Subject;
import dev.headroom.formats.fact.SubjectKind;
import dev.headroom.formats.read.FactSink;
import dev.headroom.formats.read.FormatKind;
import dev.headroom.formats.read.SinglePatternReader;
import dev.headroom.formats.read.TextLine;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reader of NVSHMEM's error messages: the place in its source, then the text. */
public final class NvshmemLogReader extends SinglePatternReader {
  private static final Pattern LINE =
      Pattern.compile(
          "(.{0,80}?)(\\S{0,200}nvshmem\\S{0,200}\\.(?:cpp|cc|cu|cuh|h)):(?:(\\w{1,80}):)?(\\d{1,6}): (\\S.*)");

  public NvshmemLogReader() {
    super(
        FormatKind.of(
            "nvshmem-log", "error messages of NVSHMEM", "a job that uses NVSHMEM, DeepEP"),
        "nvshmem",
        LINE);
  }

  @Override
  protected void read(TextLine line, Matcher said, FactSink sink) {
    Subject rank = new Subject(SubjectKind.RANK, "nvshmem");
    sink.add(line, rank, "nvshmem.error", said.group(5));
    sink.add(line, rank, "nvshmem.where", said.group(2) + ":" + said.group(4));
    if (said.group(3) != null) {
      sink.add(line, rank, "nvshmem.function", said.group(3));
    }
    if (!said.group(1).isBlank()) {
      sink.add(line, rank, "log.prefix", said.group(1));
    }
  }
}
