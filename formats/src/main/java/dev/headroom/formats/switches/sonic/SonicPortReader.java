package dev.headroom.formats.switches.sonic;

import dev.headroom.formats.fact.Subject;
import dev.headroom.formats.rdma.RdmaKeys;
import dev.headroom.formats.read.FactSink;
import dev.headroom.formats.read.FormatKind;
import dev.headroom.formats.read.FormatReader;
import dev.headroom.formats.read.IgnoredLine;
import dev.headroom.formats.read.KeySlug;
import dev.headroom.formats.read.LineBlock;
import dev.headroom.formats.read.SourceLines;
import dev.headroom.formats.read.TextLine;
import dev.headroom.formats.switches.SwitchPortSubject;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reader of one port's counters as SONiC lists them below each other. The commands are {@code show
 * interfaces counters detailed PORT}, with dots before each value, and {@code show interfaces
 * counters rif PORT}. The first one names its port in the command only. Its overruns are none: some
 * releases show all IP packets there (sonic-net/sonic-utilities#4568).
 */
public final class SonicPortReader extends FormatReader {
  private static final Pattern DOTTED =
      Pattern.compile("\\s*([A-Z][A-Za-z0-9 ()/-]{3,60}?)\\.{3,} ?(\\w[\\w,:./ -]{0,40})");
  private static final Pattern FIRST =
      Pattern.compile(
          "\\s*(?:Packets (?:Received|Transmitted) [\\d-]+ Octets|Total Packets Received Without Errors|WRED Green Dropped Packets|Trimmed Packets)\\.{3,}.*");
  private static final Pattern PORT =
      Pattern.compile("\\b((?:Ethernet|PortChannel|Vlan|Eth)\\d[\\w/.]{0,12})");
  private static final Pattern TITLE =
      Pattern.compile("\\s*((?:Ethernet|PortChannel|Vlan|Loopback)\\d{1,4}(?:\\.\\d{1,4})?)\\s*");
  private static final Pattern WAY = Pattern.compile("\\s*(RX|TX):\\s*");
  private static final Pattern COUNT =
      Pattern.compile("\\s*(N/A|\\d[\\d,]{0,25}) ((?:error )?(?:packets|bytes))\\s*");
  private static final Pattern RULER = Pattern.compile("\\s*-{4,24}\\s*");

  public SonicPortReader() {
    super(
        FormatKind.of(
            "sonic-port",
            "counters of one port of a switch, one per line",
            "show interfaces counters detailed PORT, show interfaces counters rif PORT of SONiC",
            IgnoredLine.of("\\s*-{4,24}\\s*", "ruler"),
            IgnoredLine.of("\\s*[RT]X:\\s*", "heading")));
  }

  @Override
  protected List<String> clues() {
    return List.of("....", "Ethernet", "PortChannel", "Vlan", "Loopback");
  }

  @Override
  protected boolean starts(SourceLines document, int at) {
    String text = document.text(at);
    return text.length() < 120
        && ((text.contains("....") && FIRST.matcher(text).matches()) || isPort(document, at));
  }

  /** A title, dashes below it, a blank line and the way in. */
  private static boolean isPort(SourceLines document, int at) {
    return RULER.matcher(document.text(at + 1)).matches()
        && TITLE.matcher(document.text(at)).matches()
        && document.text(document.nextText(at + 2)).strip().equals("RX:");
  }

  @Override
  protected boolean continues(TextLine line) {
    String text = line.text();
    return text.length() < 120
        && (DOTTED.matcher(text).matches()
            || WAY.matcher(text).matches()
            || COUNT.matcher(text).matches()
            || RULER.matcher(text).matches());
  }

  @Override
  protected int end(SourceLines document, int at, Starts starts) {
    return endOfParts(document, at);
  }

  @Override
  protected void read(LineBlock block, FactSink sink) {
    Matcher command = PORT.matcher(block.command());
    Matcher title = TITLE.matcher(block.first().text());
    String name = command.find() ? command.group(1) : "unnamed";
    if (title.matches()) {
      name = title.group(1);
      sink.add(block.first(), SwitchPortSubject.of(name), "counters", name);
    }
    Subject port = SwitchPortSubject.of(name);
    String way = "";
    for (TextLine line : block) {
      Matcher dotted = DOTTED.matcher(line.text());
      Matcher heading = WAY.matcher(line.text());
      Matcher count = COUNT.matcher(line.text());
      if (heading.matches()) {
        way = heading.group(1).toLowerCase(Locale.ROOT) + ".rif-";
      } else if (count.matches() && !way.isEmpty()) {
        String counter = RdmaKeys.counter(way + KeySlug.of(count.group(2)));
        sink.add(line, port, counter, count.group(1));
      } else if (dotted.matches()) {
        boolean time = dotted.group(1).startsWith("Time ");
        String slug = KeySlug.of(dotted.group(1));
        sink.add(line, port, time ? slug : RdmaKeys.counter(slug), dotted.group(2).strip());
      }
    }
  }
}
