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
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Reader of {@code show mac address-table} of NX-OS and OS10 and {@code show ip arp} of EOS and
 * NX-OS: addresses learned at each port.
 */
public final class MacTableReader extends FormatReader {
  private static final String PORT =
      "((?:[Ee]th(?:ernet)?|Et|[Pp]o(?:rt-[Cc]hannel)?)\\d[\\d/.:]{0,16})";
  private static final String DOTTED = "((?:[0-9a-fA-F]{4}\\.){2}[0-9a-fA-F]{4})";
  private static final Pattern NXOS =
      Pattern.compile(
          "\\s*(?:[*+GCOR~]|\\(R\\))?\\s+(\\d{1,4}|-)\\s+"
              + DOTTED
              + "\\s+(static|dynamic)\\s+(\\S{1,12})\\s+([FT])\\s+([FT])\\s+(\\S.{0,60}?)\\s*");
  private static final Pattern OS10 =
      Pattern.compile(
          "\\s*(\\d{1,4})\\s+((?:[0-9a-fA-F]{2}:){5}[0-9a-fA-F]{2})\\s+(static|dynamic)\\s+"
              + PORT
              + "\\s*");
  private static final Pattern ARP =
      Pattern.compile(
          "\\s*((?:\\d{1,3}\\.){3}\\d{1,3})\\s+(\\S{1,12})\\s+"
              + "(?:"
              + DOTTED
              + "|INCOMPLETE)\\s+([A-Za-z][\\w/.-]{1,20}|-)(?:(?:,|\\s) *(?:"
              + PORT
              + "|(not learned|-|(?:Vlan|mgmt|nve)\\d{1,4})))?(?:\\s+([*+#A-Z]{1,4}))?(?:\\s+([\\w.:-]{1,32}))?\\s*");
  private static final Pattern HEADING =
      Pattern.compile(
          "\\s*(?:VLAN\\s+MAC Address\\s+Type\\s+age\\s.*|VlanId\\s+Mac Address\\s+Type\\s+Interface|(?:IP )?Address\\s+Age(?: \\(min\\)| \\(sec\\))?\\s+(?:MAC Address|Hardware Addr)\\s+(?:Physical )?Interface.*)\\s*");

  public MacTableReader() {
    super(
        FormatKind.of(
            "mac-table",
            "MAC addresses learned by a switch's ports",
            "show mac address-table of NX-OS and OS10, show ip arp of EOS and NX-OS",
            IgnoredLine.of("[-+]{20,}\\s*", "ruler")));
  }

  @Override
  protected boolean starts(SourceLines document, int at) {
    String text = document.text(at);
    return text.length() < 160
        && ((text.contains("ddress") && HEADING.matcher(text).matches())
            || (text.indexOf('.') > 0 && (isNxos(text) || ARP.matcher(text).matches()))
            || (text.indexOf(':') > 0 && OS10.matcher(text).matches()));
  }

  private static boolean isNxos(String text) {
    return text.contains("ic ") && NXOS.matcher(text).matches();
  }

  @Override
  protected boolean continues(TextLine line) {
    String text = line.text();
    return text.length() < 160
        && (NXOS.matcher(text).matches()
            || OS10.matcher(text).matches()
            || ARP.matcher(text).matches()
            || HEADING.matcher(text).matches()
            || text.matches("[-+]{20,}\\s*"));
  }

  @Override
  protected int end(SourceLines document, int at, Starts starts) {
    return endOfParts(document, at);
  }

  @Override
  protected void read(LineBlock block, FactSink sink) {
    for (TextLine line : block) {
      Subject row = new Subject(SubjectKind.ITEM, "addresses at " + line.number());
      Matcher nxos = NXOS.matcher(line.text());
      Matcher os10 = OS10.matcher(line.text());
      Matcher arp = ARP.matcher(line.text());
      if (nxos.matches()) {
        learned(line, row, nxos, nxos.group(7), sink);
        sink.add(line, row, "age", nxos.group(4));
        sink.add(line, row, "flags", nxos.group(5) + nxos.group(6));
      } else if (os10.matches()) {
        learned(line, row, os10, os10.group(4), sink);
      } else if (arp.matches()) {
        sink.add(line, row, "ip", arp.group(1));
        sink.add(line, row, "age", arp.group(2));
        if (arp.group(3) == null) {
          sink.add(line, row, "state", "incomplete");
        } else {
          sink.add(line, row, "mac", arp.group(3));
        }
        sink.add(line, row, "interface", arp.group(4));
        optional(line, row, "port", arp.group(5), sink);
        optional(line, row, "learned", arp.group(6), sink);
        optional(line, row, "flags", arp.group(7), sink);
        optional(line, row, "vrf", arp.group(8), sink);
      } else if (HEADING.matcher(line.text()).matches()) {
        sink.add(line, row, "columns", String.join(" | ", line.text().strip().split("\\s{2,}")));
      }
    }
  }

  private static void optional(
      TextLine line, Subject row, String key, @Nullable String value, FactSink sink) {
    if (value != null) {
      sink.add(line, row, key, value);
    }
  }

  private static void learned(
      TextLine line, Subject row, Matcher said, String port, FactSink sink) {
    sink.add(line, row, "vlan", said.group(1));
    sink.add(line, row, "mac", said.group(2));
    sink.add(line, row, "type", said.group(3));
    sink.add(line, row, "port", port);
  }
}
