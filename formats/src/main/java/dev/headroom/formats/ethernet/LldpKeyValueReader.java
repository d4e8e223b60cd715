package dev.headroom.formats.ethernet;

import dev.headroom.formats.fact.Subject;
import dev.headroom.formats.read.FactSink;
import dev.headroom.formats.read.FormatKind;
import dev.headroom.formats.read.FormatReader;
import dev.headroom.formats.read.LineBlock;
import dev.headroom.formats.read.SourceLines;
import dev.headroom.formats.read.TextLine;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reader of {@code lldpctl -f keyvalue}: a line for each property of a neighbour. A description of
 * several lines goes on without a key.
 */
public final class LldpKeyValueReader extends FormatReader {
  /** The name of an interface of a VLAN has a dot in it. */
  private static final Pattern LINE =
      Pattern.compile(
          "lldp\\.([\\w.@:-]{1,60}?)\\.((?:via|rid|age|chassis|port|vlan|ppvid|pi|ttl|mgmt-ip|unknown-tlvs|lldp-med|custom|dot1|dot3)\\b[\\w.+/-]{0,120})=(.*)");

  /**
   * What an identity of a port may be made of (IEEE 802.1AB, port ID subtype), by lldpd's names.
   */
  private static final Set<String> PORT =
      Set.of(
          "port.ifname",
          "port.local",
          "port.ifalias",
          "port.mac",
          "port.ip",
          "port.port",
          "port.unhandled");

  public LldpKeyValueReader() {
    super(
        FormatKind.of(
            "lldp-keyvalue",
            "the switch port of each interface",
            "lldpctl -f keyvalue, lldpcli show neighbors -f keyvalue"));
  }

  @Override
  protected List<String> clues() {
    return List.of("lldp.");
  }

  @Override
  protected boolean starts(SourceLines document, int at) {
    return isLine(document.text(at));
  }

  private static boolean isLine(String text) {
    return text.startsWith("lldp.") && LINE.matcher(text).matches();
  }

  @Override
  protected boolean continues(TextLine line) {
    return isLine(line.text());
  }

  /** To the last line with a key: what goes on with a description stands between two of them. */
  @Override
  protected int end(SourceLines document, int at, Starts starts) {
    int end = at + 1;
    int last = end;
    while (end < document.size()
        && end - last < 30
        && (isLine(document.text(end)) || !document.isBoundary(end))) {
      end++;
      last = isLine(document.text(end - 1)) ? end : last;
    }
    return last;
  }

  @Override
  protected void read(LineBlock block, FactSink sink) {
    Subject subject = Subject.netdev("");
    String key = "";
    for (TextLine line : block) {
      Matcher said = LINE.matcher(line.text());
      if (said.matches()) {
        subject = Subject.netdev(said.group(1));
        key = said.group(2);
        sink.add(line, subject, "lldp." + key, said.group(3));
        if (key.equals("chassis.name")) {
          sink.add(line, subject, "neighbor.switch", said.group(3));
        } else if (PORT.contains(key)) {
          sink.add(line, subject, "neighbor.port", said.group(3));
        }
      } else if (!line.isBlank() && !key.isEmpty()) {
        sink.add(line, subject, "lldp." + key + ".more", line.text());
      }
    }
  }
}
