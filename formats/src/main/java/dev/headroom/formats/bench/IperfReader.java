package dev.headroom.formats.bench;

import dev.headroom.formats.fact.Subject;
import dev.headroom.formats.fact.Thing;
import dev.headroom.formats.read.Block;
import dev.headroom.formats.read.Document;
import dev.headroom.formats.read.FactSink;
import dev.headroom.formats.read.Ignored;
import dev.headroom.formats.read.Kind;
import dev.headroom.formats.read.Line;
import dev.headroom.formats.read.Reader;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reader of {@code iperf3} and {@code iperf}: bandwidth of TCP and UDP by interval. */
public final class IperfReader extends Reader {
  private static final Pattern ROW =
      Pattern.compile(
          "\\s*\\[\\s*(\\d+|SUM)\\]\\s+([\\d.]+)\\s*-\\s*([\\d.]+)\\s+sec\\s+([\\d.]+ \\w?Bytes)\\s+([\\d.]+ \\w?bits/sec)(.*)");
  private static final Pattern CONNECTED =
      Pattern.compile("\\s*\\[\\s*(\\d+)\\] (local \\S+ port \\d+ connected (?:to|with).*)");
  private static final Pattern REST = Pattern.compile("\\s*([0-9a-fA-F:.]+) port (\\d+)\\s*");

  public IperfReader() {
    super(
        Kind.of(
            "iperf",
            "bandwidth of TCP and UDP",
            "iperf3, iperf",
            Ignored.of("\\s*\\[ ?ID\\]\\s+Interval\\s.*", "heading"),
            Ignored.of("\\s*(- )+-?\\s*|\\s*-{20,}\\s*", "ruler")));
  }

  @Override
  protected List<String> clues() {
    return List.of("sec", "] local ", "[ ID]");
  }

  @Override
  protected boolean starts(Document document, int at) {
    String text = document.text(at);
    return text.contains("[")
        && (ROW.matcher(text).matches()
            || CONNECTED.matcher(text).matches()
            || text.strip().startsWith("[ ID]"));
  }

  @Override
  protected boolean continues(Line line) {
    return ROW.matcher(line.text()).matches();
  }

  @Override
  protected void read(Block block, FactSink sink) {
    for (Line line : block) {
      Matcher row = ROW.matcher(line.text());
      Matcher connected = CONNECTED.matcher(line.text());
      Matcher rest = REST.matcher(line.text());
      if (row.matches()) {
        Subject point = new Subject(Thing.MEASUREMENT, "iperf at " + line.number());
        String[] keys = {"stream", "from.s", "to.s", "transfer", "rate", "more"};
        for (int i = 0; i < keys.length; i++) {
          sink.say(line, point, keys[i], row.group(i + 1));
        }
      } else if (connected.matches()) {
        Subject stream = new Subject(Thing.MEASUREMENT, "iperf at " + line.number());
        sink.say(line, stream, "stream", connected.group(1));
        sink.say(line, stream, "connection", connected.group(2));
      } else if (rest.matches()) {
        sink.say(
            line,
            new Subject(Thing.MEASUREMENT, "iperf at " + line.number()),
            "connection",
            line.text());
      }
    }
  }
}
