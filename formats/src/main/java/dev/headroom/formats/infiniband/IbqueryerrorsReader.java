package dev.headroom.formats.infiniband;

import dev.headroom.formats.fact.Subject;
import dev.headroom.formats.fact.SubjectKind;
import dev.headroom.formats.rdma.RdmaKeys;
import dev.headroom.formats.read.ContiguousReader;
import dev.headroom.formats.read.FactSink;
import dev.headroom.formats.read.FormatKind;
import dev.headroom.formats.read.LineBlock;
import dev.headroom.formats.read.SourceLines;
import dev.headroom.formats.read.TextLine;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reader of {@code ibqueryerrors}: ports of a fabric whose error counters exceed a threshold, node
 * by node. What it says of all ports of a switch together is of the node. Descriptions are for
 * people, and many nodes may have one: GUIDs stand beside them, so that a port has one name
 * whatever else is listed.
 */
public final class IbqueryerrorsReader extends ContiguousReader {
  private static final Pattern NODE =
      Pattern.compile("\\s*(Errors|Data Counters) for (?:(0x[0-9a-fA-F]{1,16}) )?\"(.*)\"\\s*");
  private static final String COUNTERS =
      "(?: ?\\[\\w{3,60} == \\d{1,20}(?: \\([\\d.]+[KMGTPE]?B?\\))?\\])*";
  private static final Pattern PORT =
      Pattern.compile("\\s*GUID (0x[0-9a-fA-F]{1,16}) port (ALL|\\d{1,3}):(" + COUNTERS + ")\\s*");
  private static final Pattern COUNTER =
      Pattern.compile("\\[(\\w+) == (\\d+)(?: \\(([^)]*)\\))?\\]");
  private static final Pattern LINK = Pattern.compile("\\s*Link info:(.*==>.*)");
  private static final Pattern SUMMARY =
      Pattern.compile(
          "\\s*## (?:Summary:)?\\s*(\\d+) (nodes|ports) checked, (\\d+) (bad nodes found|ports have errors beyond threshold)\\s*");
  private static final Pattern LIMITS =
      Pattern.compile(
          "\\s*##\\s+(?:(Thresholds|Suppressed):\\s*(.*)|(\\d+) (PMA query failures))\\s*");

  /** What older versions call counters that rules know by the names of perfquery. */
  private static final Map<String, String> FORMERLY =
      Map.of(
          "SymbolErrors", "SymbolErrorCounter",
          "LinkRecovers", "LinkErrorRecoveryCounter",
          "LinkDowned", "LinkDownedCounter",
          "RcvErrors", "PortRcvErrors",
          "RcvSwRelayErrors", "PortRcvSwitchRelayErrors",
          "XmtDiscards", "PortXmitDiscards",
          "XmtWait", "PortXmitWait");

  public IbqueryerrorsReader() {
    super(
        FormatKind.of(
            "ibqueryerrors",
            "ports of an InfiniBand fabric with errors",
            "ibqueryerrors, ibqueryerrors -r -s PortXmitWait"));
  }

  @Override
  protected List<String> clues() {
    return List.of("GUID 0x", " for ", "## ");
  }

  @Override
  protected boolean starts(SourceLines document, int at) {
    String text = document.text(at);
    return (text.contains("GUID 0x") && PORT.matcher(text).matches())
        || (text.contains(" for ")
            && NODE.matcher(text).matches()
            && PORT.matcher(document.text(at + 1)).matches())
        || (text.contains("## ") && SUMMARY.matcher(text).matches());
  }

  @Override
  protected boolean continues(TextLine line) {
    return List.of(PORT, NODE, LINK, SUMMARY, LIMITS).stream()
        .anyMatch(pattern -> pattern.matcher(line.text()).matches());
  }

  @Override
  protected void read(LineBlock block, FactSink sink) {
    Set<String> names = new HashSet<>();
    Optional<Matcher> above = Optional.empty();
    String link = "";
    for (TextLine line : block) {
      Matcher node = NODE.matcher(line.text());
      Matcher port = PORT.matcher(line.text());
      Matcher behind = LINK.matcher(line.text());
      if (node.matches()) {
        above = Optional.of(node);
        link = linked(node, line, names);
        Subject subject = new Subject(SubjectKind.NODE, described(node.group(3), guid(node)));
        sink.add(line, subject, "ibqueryerrors", node.group(1));
        sink.add(line, subject, "name", node.group(3));
        if (!guid(node).isEmpty()) {
          sink.add(line, subject, "guid", guid(node));
        }
      } else if (port.matches()) {
        String own = port.group(1);
        port(
            line,
            above
                .map(of -> described(of.group(3), guid(of).isEmpty() ? own : guid(of)))
                .orElse(own),
            port,
            sink);
      } else if (behind.matches()) {
        IblinkinfoReader.link(line, behind.group(1), link, sink);
      } else {
        summary(line, sink);
      }
    }
  }

  /** Of a switch; adapters have one at each of their ports alone, and here none: blank. */
  private static String guid(Matcher node) {
    return node.group(2) == null ? "" : node.group(2);
  }

  private static String described(String description, String guid) {
    String own = description.strip();
    return own.isEmpty() ? guid : guid.isEmpty() ? own : own + " (" + guid + ")";
  }

  /** As {@code iblinkinfo} names the node of a link, unless another before it has that name. */
  private static String linked(Matcher node, TextLine line, Set<String> names) {
    String own = node.group(3).strip();
    if (!own.isEmpty() && names.add(own)) {
      return own;
    }
    return guid(node).isEmpty() ? own + " at " + line.number() : guid(node);
  }

  private static void port(TextLine line, String node, Matcher said, FactSink sink) {
    boolean all = said.group(2).equals("ALL");
    Subject port =
        all
            ? new Subject(SubjectKind.NODE, node)
            : new Subject(SubjectKind.SWITCH_PORT, node + "/" + said.group(2));
    sink.add(line, port, RdmaKeys.PORT_GUID, said.group(1));
    Matcher counter = COUNTER.matcher(said.group(3));
    while (counter.find()) {
      String name = FORMERLY.getOrDefault(counter.group(1), counter.group(1));
      sink.add(line, port, RdmaKeys.counter(name), counter.group(2));
      if (counter.group(3) != null) {
        sink.add(line, port, "words." + name, counter.group(3));
      }
    }
  }

  private static void summary(TextLine line, FactSink sink) {
    Subject run = new Subject(SubjectKind.ITEM, "ibqueryerrors");
    Matcher summary = SUMMARY.matcher(line.text());
    Matcher limits = LIMITS.matcher(line.text());
    if (summary.matches()) {
      sink.add(line, run, summary.group(2) + ".checked", summary.group(1));
      sink.add(line, run, summary.group(2) + ".bad", summary.group(3));
    } else if (limits.matches() && limits.group(1) != null) {
      sink.add(
          line,
          run,
          limits.group(1).equals("Thresholds") ? "thresholds" : "suppressed",
          limits.group(2));
    } else if (limits.matches()) {
      sink.add(line, run, "failures", limits.group(3));
    }
  }
}
