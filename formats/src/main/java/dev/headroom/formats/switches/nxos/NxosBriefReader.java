package dev.headroom.formats.switches.nxos;

import dev.headroom.formats.fact.Subject;
import dev.headroom.formats.fact.Thing;
import dev.headroom.formats.read.Block;
import dev.headroom.formats.read.Document;
import dev.headroom.formats.read.FactSink;
import dev.headroom.formats.read.Ignored;
import dev.headroom.formats.read.Kind;
import dev.headroom.formats.read.Line;
import dev.headroom.formats.read.Reader;
import dev.headroom.formats.switches.PortName;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reader of {@code show interface brief} of Cisco NX-OS: a table for each kind of port, with the
 * reason for ports that are down. The state is worded as {@code show interface} has it.
 */
public final class NxosBriefReader extends Reader {
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
        Kind.of(
            "interface-brief",
            "state of a switch's ports, and why they are down",
            "show interface brief of NX-OS",
            Ignored.of(RULER, "ruler"),
            Ignored.of(SECOND, "heading")));
  }

  @Override
  protected List<String> clues() {
    return List.of("Status ");
  }

  @Override
  protected boolean starts(Document document, int at) {
    String text = document.text(at);
    return text.length() < 120 && text.contains("Status ") && HEADING.matcher(text).matches();
  }

  @Override
  protected boolean continues(Line line) {
    String text = line.text();
    return text.length() < 120
        && (PORT.matcher(text).matches()
            || VLAN.matcher(text).matches()
            || MANAGEMENT.matcher(text).matches()
            || HEADING.matcher(text).matches()
            || LAYOUT.matcher(text).matches());
  }

  @Override
  protected int end(Document document, int at, Starts starts) {
    return endOfParts(document, at);
  }

  @Override
  protected void read(Block block, FactSink sink) {
    for (Line line : block) {
      Matcher port = PORT.matcher(line.text());
      Matcher vlan = VLAN.matcher(line.text());
      Matcher management = MANAGEMENT.matcher(line.text());
      if (HEADING.matcher(line.text()).matches()) {
        sink.say(line, new Subject(Thing.ITEM, "show interface brief"), "columns", line.words());
      } else if (port.matches()) {
        Subject of = state(line, port.group(1), port.group(5), port.group(6), sink);
        sink.say(line, of, "vlan", port.group(2));
        sink.say(line, of, "type", port.group(3));
        sink.say(line, of, "mode", port.group(4));
        sink.say(line, of, "speed", port.group(7));
        sink.say(line, of, "channel", port.group(8));
      } else if (vlan.matches()) {
        Subject of = state(line, vlan.group(1), vlan.group(3), vlan.group(4), sink);
        sink.say(line, of, "secondary-vlan", vlan.group(2));
      } else if (management.matches()) {
        Subject of = state(line, management.group(1), management.group(3), "none", sink);
        sink.say(line, of, "vrf", management.group(2));
        sink.say(line, of, "ip", management.group(4));
        sink.say(line, of, "speed", management.group(5));
        sink.say(line, of, "mtu", management.group(6));
      }
    }
  }

  /** {@code down (Link not connected)}. */
  private static Subject state(Line line, String name, String state, String reason, FactSink sink) {
    Subject port = PortName.of(name);
    boolean told = !reason.equals("none") && !reason.equals("--");
    sink.say(line, port, "state", told ? state + " (" + reason + ")" : state);
    return port;
  }
}
