package dev.headroom.formats.ethernet;

import dev.headroom.formats.fact.Subject;
import dev.headroom.formats.read.ContiguousReader;
import dev.headroom.formats.read.FactSink;
import dev.headroom.formats.read.FormatKind;
import dev.headroom.formats.read.LineBlock;
import dev.headroom.formats.read.SourceLines;
import dev.headroom.formats.read.TextLine;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reader of {@code ip -br addr} and {@code ip -br link}, an interface per line, and of {@code ip -o
 * addr}, an address per line. They say what {@code ip addr} says, and no MTU.
 */
public final class IpBriefReader extends ContiguousReader {
  private static final String MAC = "[0-9a-f]{2}(?::[0-9a-f]{2}){3,31}";
  private static final String ADDRESS =
      "(?:\\d{1,3}(?:\\.\\d{1,3}){3}|[0-9a-f]{0,4}(?::[0-9a-f]{0,4}){2,7}(?:%\\S{1,20})?)(?:/\\d{1,3})?";
  private static final String STATE = "(UNKNOWN|UP|DOWN|LOWERLAYERDOWN|DORMANT|NOTPRESENT|TESTING)";
  private static final String NAME = "(([A-Za-z][\\w.:-]{0,40})(?:@[\\w.-]{1,40})?)";
  private static final Pattern LINK =
      Pattern.compile(NAME + "\\s+" + STATE + "\\s+(" + MAC + ")(?:\\s+<([A-Z0-9_,-]*)>)?\\s*");
  private static final Pattern ADDRESSES =
      Pattern.compile(
          NAME
              + "\\s+"
              + STATE
              + "((?:\\s+(?:peer )?"
              + ADDRESS
              + "(?: metric \\d{1,10})?){0,400})\\s*");
  private static final Pattern EACH =
      Pattern.compile("(peer )?(" + ADDRESS + ")(?: (metric \\d{1,10}))?(?=\\s|$)");
  private static final Pattern ONE =
      Pattern.compile("(\\d{1,6}): " + NAME + "\\s+(inet6?) (\\S+)\\s*(.*)");

  public IpBriefReader() {
    super(
        FormatKind.of(
            "ip-brief",
            "network interfaces and their addresses, one line each",
            "ip -br addr, ip -br link, ip -o addr"));
  }

  @Override
  protected List<String> clues() {
    return List.of("UNKNOWN", "UP", "DOWN", "DORMANT", "NOTPRESENT", "TESTING", " inet");
  }

  /** A line without an address may be any two words: one below it has one. */
  @Override
  protected boolean starts(SourceLines document, int at) {
    for (int next = at; next < at + 8; next++) {
      Matcher addresses = ADDRESSES.matcher(document.text(next));
      boolean bare = addresses.matches() && addresses.group(4).isBlank();
      if (!bare) {
        return isLine(document.text(next));
      }
    }
    return false;
  }

  private static boolean isLine(String text) {
    return !text.isEmpty()
        && (Character.isDigit(text.charAt(0))
            ? ONE.matcher(text).matches()
            : LINK.matcher(text).matches() || ADDRESSES.matcher(text).matches());
  }

  @Override
  protected boolean continues(TextLine line) {
    return isLine(line.text());
  }

  @Override
  protected void read(LineBlock block, FactSink sink) {
    Map<String, Integer> addresses = new HashMap<>();
    for (TextLine line : block) {
      Matcher link = LINK.matcher(line.text());
      Matcher brief = ADDRESSES.matcher(line.text());
      Matcher one = ONE.matcher(line.text());
      if (link.matches()) {
        Subject subject = named(line, link.group(2), link.group(1), link.group(3), sink);
        sink.add(line, subject, "address", link.group(4));
        if (link.group(5) != null) {
          sink.add(line, subject, "flags", link.group(5));
        }
      } else if (brief.matches()) {
        Subject subject = named(line, brief.group(2), brief.group(1), brief.group(3), sink);
        Matcher each = EACH.matcher(brief.group(4));
        while (each.find()) {
          String more = each.group(3) == null ? "" : each.group(3);
          String kind = each.group(2).indexOf(':') >= 0 ? "inet6" : "inet";
          if (each.group(1) == null) {
            address(line, subject, each.group(2), kind, more, addresses, sink);
          } else {
            sink.add(line, subject, "address.peer", each.group(2));
          }
        }
      } else if (one.matches()) {
        Subject subject = Subject.netdev(one.group(3));
        sink.add(line, subject, "ifindex", one.group(1));
        sink.add(line, subject, "name", one.group(2));
        address(line, subject, one.group(5), one.group(4), one.group(6), addresses, sink);
      }
    }
  }

  private static Subject named(
      TextLine line, String name, String whole, String state, FactSink sink) {
    Subject subject = Subject.netdev(name);
    sink.add(line, subject, "name", whole);
    sink.add(line, subject, "operstate", state);
    return subject;
  }

  /** As {@link IpReader} counts them. */
  private static void address(
      TextLine line,
      Subject subject,
      String address,
      String kind,
      String more,
      Map<String, Integer> addresses,
      FactSink sink) {
    String key = "address." + (addresses.merge(subject.name(), 1, Integer::sum) - 1);
    sink.add(line, subject, key, address);
    sink.add(line, subject, key + ".kind", kind);
    sink.add(line, subject, key + ".more", more.replace("\\", ""));
  }
}
