package dev.headroom.formats.joblog;

import dev.headroom.formats.fact.Subject;
import dev.headroom.formats.fact.SubjectKind;
import dev.headroom.formats.read.FactSink;
import dev.headroom.formats.read.FormatKind;
import dev.headroom.formats.read.SinglePatternReader;
import dev.headroom.formats.read.TextLine;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reader of the RDMA log lines of Mooncake's transfer engine, in glog format. */
public final class MooncakeLogReader extends SinglePatternReader {
  private static final Pattern LINE =
      Pattern.compile(
          "(.{0,80}?)([IWEF])(\\d{4} \\d\\d:\\d\\d:\\d\\d\\.\\d{1,9})\\s+(\\d{1,10}) ((?:rdma|transfer_engine|tcp|multi_transport|topology)\\w*\\.(?:cpp|h)):(\\d{1,6})\\] (\\S.*)");

  public MooncakeLogReader() {
    super(
        FormatKind.of(
            "mooncake-log", "RDMA messages of Mooncake's transfer engine", "a job that uses it"),
        List.of(".cpp:", ".h:"),
        LINE);
  }

  @Override
  protected void read(TextLine line, Matcher said, FactSink sink) {
    Subject rank = new Subject(SubjectKind.RANK, "mooncake-" + said.group(4));
    boolean bad = !said.group(2).equals("I");
    sink.add(line, rank, bad ? "mooncake.error" : "mooncake.info", said.group(7));
    sink.add(line, rank, "level", said.group(2));
    sink.add(line, rank, "time", said.group(3));
    sink.add(line, rank, "mooncake.where", said.group(5) + ":" + said.group(6));
    if (!said.group(1).isBlank()) {
      sink.add(line, rank, "log.prefix", said.group(1));
    }
  }
}
