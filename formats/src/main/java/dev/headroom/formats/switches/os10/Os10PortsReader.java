package dev.headroom.formats.switches.os10;

import dev.headroom.formats.fact.Subject;
import dev.headroom.formats.fact.SubjectKind;
import dev.headroom.formats.rdma.RdmaKeys;
import dev.headroom.formats.read.FactSink;
import dev.headroom.formats.read.FormatKind;
import dev.headroom.formats.read.FormatReader;
import dev.headroom.formats.read.IgnoredLine;
import dev.headroom.formats.read.KeySlug;
import dev.headroom.formats.read.LineBlock;
import dev.headroom.formats.read.SourceLines;
import dev.headroom.formats.read.TextLine;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reader of a port's classes on Dell OS10: {@code show interface priority-flow-control details},
 * and {@code show queuing statistics interface} with the sent and dropped packets of each queue.
 */
public final class Os10PortsReader extends FormatReader {
  private static final Pattern TITLE =
      Pattern.compile("\\s*(?:Interface )?(ethernet\\d{1,3}/\\d{1,3}/\\d{1,3}(?::\\d)?)\\s*");
  private static final Pattern FIELD =
      Pattern.compile(
          "\\s*(Admin Mode|Operstatus|Oper Status|PFC Priorities|Total Rx PFC Frames|Total Tx PFC Frames)\\s*:\\s*(\\S.*?)\\s*");
  private static final Pattern HEADING =
      Pattern.compile(
          "\\s*(?:Cos\\s+Rx\\s+Tx|Queue\\s+Packets\\s+Bytes\\s+Dropped-Packets\\s+Dropped-Bytes)\\s*");
  private static final Pattern PAUSES =
      Pattern.compile("\\s*([0-7])\\s+(\\d{1,20})\\s+(\\d{1,20})\\s*");
  private static final Pattern QUEUE =
      Pattern.compile(
          "\\s*([0-7])\\s+(\\d{1,20})\\s+(\\d{1,20})\\s+(\\d{1,20})\\s+(\\d{1,20})\\s*");
  private static final Pattern RULER = Pattern.compile("\\s*-{10,}\\s*");

  public Os10PortsReader() {
    super(
        FormatKind.of(
            "os10-ports",
            "paused, sent and dropped packets of the classes of a switch's port",
            "show interface priority-flow-control details, show queuing statistics of OS10",
            IgnoredLine.of("\\s*-{10,}\\s*", "ruler")));
  }

  @Override
  protected List<String> clues() {
    return List.of("ethernet");
  }

  @Override
  protected boolean starts(SourceLines document, int at) {
    String text = document.text(at);
    String next = document.text(at + 1);
    return text.contains("ethernet")
        && TITLE.matcher(text).matches()
        && (FIELD.matcher(next).matches() || HEADING.matcher(next).matches());
  }

  @Override
  protected boolean continues(TextLine line) {
    String text = line.text();
    return text.length() < 160
        && List.of(TITLE, FIELD, HEADING, PAUSES, QUEUE, RULER).stream()
            .anyMatch(pattern -> pattern.matcher(text).matches());
  }

  @Override
  protected int end(SourceLines document, int at, Starts starts) {
    return endOfParts(document, at);
  }

  @Override
  protected void read(LineBlock block, FactSink sink) {
    Subject port = new Subject(SubjectKind.SWITCH_PORT, "port");
    for (TextLine line : block) {
      Matcher title = TITLE.matcher(line.text());
      Matcher field = FIELD.matcher(line.text());
      Matcher pauses = PAUSES.matcher(line.text());
      Matcher queue = QUEUE.matcher(line.text());
      if (title.matches()) {
        port = new Subject(SubjectKind.SWITCH_PORT, title.group(1));
        sink.add(line, port, "shown", line.text().strip());
      } else if (field.matches()) {
        sink.add(line, port, "pfc." + KeySlug.of(field.group(1)), field.group(2));
      } else if (HEADING.matcher(line.text()).matches()) {
        sink.add(line, port, "columns", line.words());
      } else if (pauses.matches()) {
        sink.add(line, port, RdmaKeys.counter("rx.pfc." + pauses.group(1)), pauses.group(2));
        sink.add(line, port, RdmaKeys.counter("tx.pfc." + pauses.group(1)), pauses.group(3));
      } else if (queue.matches()) {
        String group = "group-" + queue.group(1) + ".";
        String[] names = {"tx-pkts", "tx-byts", "dropped-pkts", "dropped-byts"};
        for (int i = 0; i < names.length; i++) {
          sink.add(line, port, RdmaKeys.counter(group + names[i]), queue.group(i + 2));
        }
      }
    }
  }
}
