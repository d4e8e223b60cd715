package dev.headroom.formats.switches.sonic;

import dev.headroom.formats.fact.Subject;
import dev.headroom.formats.fact.SubjectKind;
import dev.headroom.formats.read.FactSink;
import dev.headroom.formats.read.FormatKind;
import dev.headroom.formats.read.SinglePatternReader;
import dev.headroom.formats.read.TextLine;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reader of lines of SONiC's daemons in its {@code /var/log/syslog} ({@code SWSS_LOG} of
 * sonic-swss-common): time, switch, severity, container and program, then {@code :-}, the function
 * and its message. Those of the platform monitor and of the ASIC's driver have neither {@code :-}
 * nor a function.
 */
public final class SonicLogReader extends SinglePatternReader {
  private static final Pattern LINE =
      Pattern.compile(
          "(?:((?:\\d{4} )?[A-Z][a-z]{2}\\s+\\d{1,2} \\d\\d:\\d\\d:\\d\\d\\.\\d{1,9})\\s+(\\S{1,80}) )?([A-Z]{3,8}) (?:(\\S{1,80}?)(?:\\[(\\d{1,10})\\])?: :- (?:(\\w{1,80}): )?|([a-z]\\w{1,20}#[\\w.-]{1,40}?)(?:\\[\\d{1,10}\\])?: )(\\S.*)");

  public SonicLogReader() {
    super(
        FormatKind.of("sonic-log", "messages of SONiC's daemons", "/var/log/syslog of SONiC"),
        List.of(": :- ", "pmon#", "syncd#", "swss#"),
        LINE);
  }

  @Override
  protected void read(TextLine line, Matcher said, FactSink sink) {
    Subject event = new Subject(SubjectKind.EVENT, String.valueOf(line.number()));
    if (said.group(1) != null) {
      sink.add(line, event, "time", said.group(1));
      sink.add(line, event, "host", said.group(2));
    }
    sink.add(line, event, "level", said.group(3));
    sink.add(line, event, "program", said.group(4) == null ? said.group(7) : said.group(4));
    if (said.group(5) != null) {
      sink.add(line, event, "thread", said.group(5));
    }
    if (said.group(6) != null) {
      sink.add(line, event, "function", said.group(6));
    }
    sink.add(line, event, "sonic", said.group(8));
  }
}
