package dev.headroom.formats.monitoring;

import dev.headroom.formats.fact.Subject;
import dev.headroom.formats.fact.SubjectKind;
import dev.headroom.formats.read.FactSink;
import dev.headroom.formats.read.FormatKind;
import dev.headroom.formats.read.SinglePatternReader;
import dev.headroom.formats.read.TextLine;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reader of the event log of a server's management controller (BMC), as {@code ipmitool sel list}
 * and {@code sel elist} print it: number, date and time, sensor, event, direction, and perhaps the
 * reading or the part. A log of a controller without a clock has {@code Pre-Init} as the date.
 */
public final class SystemEventLogReader extends SinglePatternReader {
  private static final String WHEN =
      "(\\d{1,2}/\\d{1,2}/\\d{2,4}|Pre-Init) *\\|\\s*([^|]{1,32}?)\\s*";
  private static final Pattern LINE =
      Pattern.compile(
          "\\s*([0-9a-f]{1,5})\\s*\\|\\s*"
              + WHEN
              + "\\|\\s*([^|]{1,80}?)\\s*\\|\\s*([^|]{0,160}?)\\s*"
              + "(?:\\|\\s*(Asserted|Deasserted)\\s*)?(?:\\|\\s*(.{1,160}?)\\s*)?");

  public SystemEventLogReader() {
    super(
        FormatKind.of(
            "event-log",
            "events of the management controller (BMC)",
            "ipmitool sel list, sel elist"),
        "|",
        LINE);
  }

  @Override
  protected void read(TextLine line, Matcher said, FactSink sink) {
    Subject event = new Subject(SubjectKind.EVENT, String.valueOf(line.number()));
    sink.add(line, event, SystemEventKeys.NUMBER, said.group(1));
    sink.add(line, event, "sel.date", said.group(2));
    sink.add(line, event, "sel.time", said.group(3));
    sink.add(line, event, SystemEventKeys.SENSOR, said.group(4));
    sink.add(line, event, SystemEventKeys.EVENT, said.group(5));
    if (said.group(6) != null) {
      sink.add(line, event, SystemEventKeys.DIRECTION, said.group(6));
    }
    if (said.group(7) != null) {
      sink.add(line, event, SystemEventKeys.DETAIL, said.group(7));
    }
  }
}
