package dev.headroom.formats.benchmark;

import dev.headroom.formats.fact.Subject;
import dev.headroom.formats.fact.SubjectKind;
import dev.headroom.formats.read.FactSink;
import dev.headroom.formats.read.FormatKind;
import dev.headroom.formats.read.FormatReader;
import dev.headroom.formats.read.IgnoredLine;
import dev.headroom.formats.read.LineBlock;
import dev.headroom.formats.read.SourceLines;
import dev.headroom.formats.read.TextLine;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reader of {@code iperf3} and {@code iperf}: bandwidth of TCP and UDP by interval. */
public final class IperfReader extends FormatReader {
  private static final Pattern ROW =
      Pattern.compile(
          "\\s*\\[\\s*(\\d+|SUM)\\]\\s+([\\d.]+)\\s*-\\s*([\\d.]+)\\s+sec\\s+([\\d.]+ \\w?Bytes)\\s+([\\d.]+ \\w?bits/sec)(.*)");
  private static final Pattern CONNECTED =
      Pattern.compile("\\s*\\[\\s*(\\d+)\\] (local \\S+ port \\d+ connected (?:to|with).*)");
  private static final Pattern REST = Pattern.compile("\\s*([0-9a-fA-F:.]+) port (\\d+)\\s*");

  public IperfReader() {
    super(
        FormatKind.of(
            "iperf",
            "bandwidth of TCP and UDP",
            "iperf3, iperf",
            IgnoredLine.of("\\s*\\[ ?ID\\]\\s+Interval\\s.*", "heading"),
            IgnoredLine.of("\\s*(- )+-?\\s*|\\s*-{20,}\\s*", "ruler")));
  }

  @Override
  protected List<String> clues() {
    return List.of("sec", "] local ", "[ ID]");
  }

  @Override
  protected boolean starts(SourceLines document, int at) {
    String text = document.text(at);
    return text.contains("[")
        && (ROW.matcher(text).matches()
            || CONNECTED.matcher(text).matches()
            || text.strip().startsWith("[ ID]"));
  }

  @Override
  protected boolean continues(TextLine line) {
    return ROW.matcher(line.text()).matches();
  }

  @Override
  protected void read(LineBlock block, FactSink sink) {
    for (TextLine line : block) {
      Matcher row = ROW.matcher(line.text());
      Matcher connected = CONNECTED.matcher(line.text());
      Matcher rest = REST.matcher(line.text());
      if (row.matches()) {
        Subject point = new Subject(SubjectKind.MEASUREMENT, "iperf at " + line.number());
        String[] keys = {"stream", "from.s", "to.s", "transfer", "rate", "more"};
        for (int i = 0; i < keys.length; i++) {
          sink.add(line, point, keys[i], row.group(i + 1));
        }
      } else if (connected.matches()) {
        Subject stream = new Subject(SubjectKind.MEASUREMENT, "iperf at " + line.number());
        sink.add(line, stream, "stream", connected.group(1));
        sink.add(line, stream, "connection", connected.group(2));
      } else if (rest.matches()) {
        sink.add(
            line,
            new Subject(SubjectKind.MEASUREMENT, "iperf at " + line.number()),
            "connection",
            line.text());
      }
    }
  }
}
