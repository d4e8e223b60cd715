package dev.headroom.formats.switches.nxos;

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
 * Reader of {@code show interface brief} of Cisco NX-OS: a table for each kind of port, with the
 * reason for ports that are down. The state is worded as {@code show interface} has it.
 */
public final class NxosBriefReader extends FormatReader {
  private static final String HEADINGS =
      "\\s*(?:Ethernet|Port-channel)\\s+VLAN\\s+Type\\s+Mode\\s+Status\\s+Reason\\s+Speed\\s+(?:Port|Protocol)\\s*"
          + "|\\s*Interface\\s+Secondary VLAN\\(Type\\)\\s+Status\\s+Reason\\s*"
          + "|\\s*Port\\s+VRF\\s+Status\\s+IP Address\\s+Speed\\s+MTU\\s*";

  private static final String RULER = "\\s*-{60,}\\s*";
  private static final String SECOND = "\\s*Interface(?:\\s+Ch #)?\\s*";
  private static final Pattern HEADING = Pattern.compile(HEADINGS);
  private static final Pattern LAYOUT = Pattern.compile(RULER + "|" + SECOND);

  private static final Pattern PORT =
      Pattern.compile(
          "\\s*((?:Eth|Po)\\d[\\d/.]{0,12})\\s+(\\d{1,4}|--|[a-z]{3,10})\\s+(\\w{2,8})\\s+([\\w-]{2,10})\\s+(up|down)\\s+(\\S.{0,40}?)\\s+(\\S{1,12}\\([DSA]\\))\\s+(\\S{1,8})\\s*");
  private static final Pattern VLAN =
      Pattern.compile("\\s*(Vlan\\d{1,4})\\s+(\\S+)\\s+(up|down)\\s+(\\S.{0,40}?)\\s*");
  private static final Pattern MANAGEMENT =
      Pattern.compile(
          "\\s*(mgmt\\d)\\s+(\\S+)\\s+(up|down)\\s+(--|[\\d.]{7,15})\\s+(\\S{1,8})\\s+(\\d{3,5})\\s*");

  public NxosBriefReader() {
    super(
        FormatKind.of(
            "interface-brief",
            "state of a switch's ports, and the reason if they are down",
            "show interface brief of NX-OS",
            IgnoredLine.of(RULER, "ruler"),
            IgnoredLine.of(SECOND, "heading")));
  }

  @Override
  protected List<String> clues() {
    return List.of("Status ");
  }

  @Override
  protected boolean starts(SourceLines document, int at) {
    String text = document.text(at);
    return text.length() < 120 && text.contains("Status ") && HEADING.matcher(text).matches();
  }

  @Override
  protected boolean continues(TextLine line) {
    String text = line.text();
    return text.length() < 120
        && (PORT.matcher(text).matches()
            || VLAN.matcher(text).matches()
            || MANAGEMENT.matcher(text).matches()
            || HEADING.matcher(text).matches()
            || LAYOUT.matcher(text).matches());
  }

  @Override
  protected int end(SourceLines document, int at, Starts starts) {
    return endOfParts(document, at);
  }

  @Override
  protected void read(LineBlock block, FactSink sink) {
    for (TextLine line : block) {
      Matcher port = PORT.matcher(line.text());
      Matcher vlan = VLAN.matcher(line.text());
      Matcher management = MANAGEMENT.matcher(line.text());
      if (HEADING.matcher(line.text()).matches()) {
        sink.add(
            line, new Subject(SubjectKind.ITEM, "show interface brief"), "columns", line.words());
      } else if (port.matches()) {
        Subject of = state(line, port.group(1), port.group(5), port.group(6), sink);
        sink.add(line, of, "vlan", port.group(2));
        sink.add(line, of, "type", port.group(3));
        sink.add(line, of, "mode", port.group(4));
        sink.add(line, of, "speed", port.group(7));
        sink.add(line, of, "channel", port.group(8));
      } else if (vlan.matches()) {
        Subject of = state(line, vlan.group(1), vlan.group(3), vlan.group(4), sink);
        sink.add(line, of, "secondary-vlan", vlan.group(2));
      } else if (management.matches()) {
        Subject of = state(line, management.group(1), management.group(3), "none", sink);
        sink.add(line, of, "vrf", management.group(2));
        sink.add(line, of, "ip", management.group(4));
        sink.add(line, of, "speed", management.group(5));
        sink.add(line, of, "mtu", management.group(6));
      }
    }
  }

  /** {@code down (Link not connected)}. */
  private static Subject state(
      TextLine line, String name, String state, String reason, FactSink sink) {
    Subject port = SwitchPortSubject.of(name);
    boolean told = !reason.equals("none") && !reason.equals("--");
    sink.add(line, port, "state", told ? state + " (" + reason + ")" : state);
    return port;
  }
}
