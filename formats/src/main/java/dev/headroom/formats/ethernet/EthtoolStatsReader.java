package dev.headroom.formats.ethernet;

import dev.headroom.formats.fact.Subject;
import dev.headroom.formats.rdma.RdmaKeys;
import dev.headroom.formats.read.CommandArguments;
import dev.headroom.formats.read.ContiguousReader;
import dev.headroom.formats.read.FactSink;
import dev.headroom.formats.read.FormatKind;
import dev.headroom.formats.read.IgnoredLine;
import dev.headroom.formats.read.LineBlock;
import dev.headroom.formats.read.SourceLines;
import dev.headroom.formats.read.TextLine;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reader of {@code ethtool -S}: counters of an interface, complete or filtered by grep. */
public final class EthtoolStatsReader extends ContiguousReader {
  private static final Pattern COUNTER =
      Pattern.compile(
          "\\s*(?:\\[([\\w ]{1,20})\\]:? ?|((?:rx|tx)q\\d{1,4}): )?([A-Za-z][\\w./-]{1,80}(?:\\[\\d+\\])?)\\s*: (-?\\d{1,20})\\s*");
  private static final Pattern LIKELY =
      Pattern.compile("\\s*(rx|tx|port|ch|rxq|txq|\\[\\d+\\]:)[_ ]?[\\w: .-]*: \\d+\\s*");

  private static final Pattern COMMAND =
      Pattern.compile(".*\\bethtool\\s+(?:-S|--statistics)\\s.*");

  /** {@code Ethtool(mlx5p1 ) stat: 58562 ( 58,562) <= rx_bytes /sec}. */
  private static final Pattern RATE =
      Pattern.compile(
          "\\s*Ethtool\\(([\\w.-]+)\\s*\\)\\s*stat:\\s*([\\d,]+)\\s*\\(\\s*([\\d,]+)\\)\\s*<=\\s*([\\w.-]+)\\s*/sec\\s*");

  public EthtoolStatsReader() {
    super(
        FormatKind.of(
            "ethtool-stats",
            "counters of an interface",
            "ethtool -S INTERFACE",
            IgnoredLine.of("NIC statistics:\\s*", "heading")));
  }

  @Override
  protected List<String> clues() {
    return List.of(
        "NIC statistics:",
        "<=",
        ": -",
        ": 0",
        ": 1",
        ": 2",
        ": 3",
        ": 4",
        ": 5",
        ": 6",
        ": 7",
        ": 8",
        ": 9");
  }

  @Override
  protected boolean starts(SourceLines document, int at) {
    String text = document.text(at);
    return text.strip().equals("NIC statistics:")
        || (LIKELY.matcher(text).matches() && COUNTER.matcher(text).matches())
        || (text.contains("<=") && RATE.matcher(text).matches())
        || isGrepped(document, at);
  }

  /** Right below the command a counter may have any name. */
  private static boolean isGrepped(SourceLines document, int at) {
    String above = document.text(at - 1);
    return above.contains("ethtool")
        && above.length() < 400
        && COMMAND.matcher(above).matches()
        && COUNTER.matcher(document.text(at)).matches();
  }

  @Override
  protected boolean continues(TextLine line) {
    return COUNTER.matcher(line.text()).matches();
  }

  @Override
  protected void read(LineBlock block, FactSink sink) {
    String device = CommandArguments.device(block, "ethtool", "-S").orElse("unnamed");
    for (TextLine line : block) {
      Matcher counter = COUNTER.matcher(line.text());
      Matcher rate = RATE.matcher(line.text());
      if (counter.matches()) {
        sink.add(
            line,
            Subject.netdev(device),
            RdmaKeys.counter(queue(counter) + counter.group(3)),
            counter.group(4));
      } else if (rate.matches()) {
        Subject subject = Subject.netdev(rate.group(1));
        sink.add(line, subject, "rate." + rate.group(4), rate.group(3).replace(",", ""));
        sink.add(line, subject, "rate.plain." + rate.group(4), rate.group(2).replace(",", ""));
      }
    }
  }

  /** {@code [0].} or {@code rxq0.}; blank for counters of the whole interface. */
  private static String queue(Matcher counter) {
    if (counter.group(1) != null) {
      return "[" + counter.group(1) + "].";
    }
    return counter.group(2) == null ? "" : counter.group(2) + ".";
  }
}
