package dev.headroom.formats.switches.table;

import dev.headroom.formats.fact.Subject;
import dev.headroom.formats.fact.SubjectKind;
import dev.headroom.formats.read.FactSink;
import dev.headroom.formats.read.FormatKind;
import dev.headroom.formats.read.FormatReader;
import dev.headroom.formats.read.IgnoredLine;
import dev.headroom.formats.read.LineBlock;
import dev.headroom.formats.read.SourceLines;
import dev.headroom.formats.read.TextLine;
import dev.headroom.formats.switches.SwitchPortSubject;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reader of {@code show interfaces status} of EOS, NX-OS and IOS: a row for each port, with its
 * description, its state, and its transceiver. It also reads the same table for ports that the
 * switch has shut down for a fault ({@code err-disabled}), with the reason. Names hold any words,
 * so that a row is told by its duplex and speed.
 */
public final class PortStatusReader extends FormatReader {
  private static final Pattern HEADING =
      Pattern.compile(
          "\\s*Port\\s+Name\\s+Status\\s+(?:Vlan\\s+Duplex\\s+Speed\\s+Type(?:\\s+\\w+){0,3}|Reason)\\s*");
  private static final String PORT =
      "\\s*((?:Eth|Et|Ethernet|Po|Port-[Cc]hannel|port-channel|mgmt|Ma|Management|Vlan|Vl|Lo|Tu|Tunnel|nve|Gi|Te|Twe|Fo|Hu|Fi|Fa|Ap)\\d[\\d/.]{0,20})\\s+(?:(\\S.*?)\\s+)??";
  private static final Pattern ROW =
      Pattern.compile(
          PORT
              + "([A-Za-z][A-Za-z-]{1,20})\\s+(in Po\\d{1,5}|pvlan \\w+|\\S+)"
              + "\\s+(full|half|auto|a-full|a-half|unconf|--)\\s+((?:a-)?\\d[\\d.]{0,8}[GMT]?|auto|unconf|--)(?:\\s+(\\S.*?))?\\s*");
  private static final Pattern FAULT =
      Pattern.compile(PORT + "(err-?disabled|[a-z]\\w*Err\\w*)\\s+(\\S.*?)\\s*");

  public PortStatusReader() {
    super(
        FormatKind.of(
            "port-status",
            "state, speed and module of a switch's ports",
            "show interfaces status, show interfaces status err-disabled of EOS, NX-OS, IOS",
            IgnoredLine.of("\\s*-{4,}(\\s+-{4,}){0,8}\\s*", "ruler")));
  }

  @Override
  protected List<String> clues() {
    return List.of("Status", "full", "half", "auto", "unconf", "--");
  }

  @Override
  protected boolean starts(SourceLines document, int at) {
    return isHeading(document.text(at))
        || (isRow(document.text(at)) && isRow(document.text(at + 1)));
  }

  /** Two of them are enough where the heading was cut off. */
  private static boolean isRow(String text) {
    return text.length() < 300 && ROW.matcher(text).matches();
  }

  private static boolean isHeading(String text) {
    return text.length() < 200 && text.contains("Status") && HEADING.matcher(text).matches();
  }

  @Override
  protected boolean continues(TextLine line) {
    String text = line.text();
    return text.length() < 300
        && (isHeading(text)
            || text.strip().matches("-{4,}(\\s+-{4,}){0,8}")
            || isRow(text)
            || FAULT.matcher(text).matches());
  }

  @Override
  protected int end(SourceLines document, int at, Starts starts) {
    return endOfParts(document, at);
  }

  @Override
  protected void read(LineBlock block, FactSink sink) {
    for (TextLine line : block) {
      Matcher row = ROW.matcher(line.text());
      Matcher fault = FAULT.matcher(line.text());
      if (isHeading(line.text())) {
        sink.add(line, new Subject(SubjectKind.ITEM, "port status"), "columns", line.words());
      } else if (row.matches()) {
        Subject port = named(line, row, sink);
        sink.add(line, port, "vlan", row.group(4));
        sink.add(line, port, "duplex", row.group(5));
        sink.add(line, port, "speed", row.group(6));
        if (row.group(7) != null) {
          sink.add(line, port, "module", row.group(7));
        }
      } else if (fault.matches()) {
        sink.add(line, named(line, fault, sink), "reason", fault.group(4));
      }
    }
  }

  private static Subject named(TextLine line, Matcher row, FactSink sink) {
    Subject port = SwitchPortSubject.of(row.group(1));
    if (row.group(2) != null) {
      sink.add(line, port, "description", row.group(2));
    }
    sink.add(line, port, "status", row.group(3));
    return port;
  }
}
