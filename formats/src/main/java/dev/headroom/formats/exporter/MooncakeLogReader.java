package dev.headroom.formats.exporter;

import dev.headroom.formats.fact.Subject;
import dev.headroom.formats.fact.Thing;
import dev.headroom.formats.read.AlikeReader;
import dev.headroom.formats.read.FactSink;
import dev.headroom.formats.read.Kind;
import dev.headroom.formats.read.Line;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reader of the RDMA log lines of Mooncake's transfer engine, in glog format. */
public final class MooncakeLogReader extends AlikeReader {
  private static final Pattern LINE =
      Pattern.compile(
          "(.{0,80}?)([IWEF])(\\d{4} \\d\\d:\\d\\d:\\d\\d\\.\\d{1,9})\\s+(\\d{1,10}) ((?:rdma|transfer_engine|tcp|multi_transport|topology)\\w*\\.(?:cpp|h)):(\\d{1,6})\\] (\\S.*)");

  public MooncakeLogReader() {
    super(
        Kind.of(
            "mooncake-log", "what Mooncake's transfer engine says of RDMA", "a job that uses it"),
        List.of(".cpp:", ".h:"),
        LINE);
  }

  @Override
  protected void read(Line line, Matcher said, FactSink sink) {
    Subject rank = new Subject(Thing.RANK, "mooncake-" + said.group(4));
    boolean bad = !said.group(2).equals("I");
    sink.say(line, rank, bad ? "mooncake.error" : "mooncake.info", said.group(7));
    sink.say(line, rank, "level", said.group(2));
    sink.say(line, rank, "time", said.group(3));
    sink.say(line, rank, "mooncake.where", said.group(5) + ":" + said.group(6));
    if (!said.group(1).isBlank()) {
      sink.say(line, rank, "log.prefix", said.group(1));
    }
  }
}
