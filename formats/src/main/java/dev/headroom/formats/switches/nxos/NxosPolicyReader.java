package dev.headroom.formats.switches.nxos;

import dev.headroom.formats.fact.Subject;
import dev.headroom.formats.fact.SubjectKind;
import dev.headroom.formats.rdma.RdmaKeys;
import dev.headroom.formats.read.FactSink;
import dev.headroom.formats.read.FormatKind;
import dev.headroom.formats.read.FormatReader;
import dev.headroom.formats.read.KeySlug;
import dev.headroom.formats.read.LineBlock;
import dev.headroom.formats.read.SourceLines;
import dev.headroom.formats.read.TextLine;
import dev.headroom.formats.switches.SwitchPortSubject;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reader of {@code show policy-map interface} of NX-OS: a port's policies, with actions and
 * counters of each class.
 */
public final class NxosPolicyReader extends FormatReader {
  private static final Pattern STATUS =
      Pattern.compile("\\s*Global statistics status :\\s+(enabled|disabled)\\s*");
  private static final Pattern PORT =
      Pattern.compile("\\s*((?:Ethernet|port-channel)\\d[\\d/.]{0,12})\\s*");
  private static final Pattern POLICY =
      Pattern.compile("\\s*Service-policy \\(([\\w-]{2,20})\\) (input|output):\\s+(\\S+)\\s*");
  private static final Pattern INDEX = Pattern.compile("\\s*SNMP Policy Index:\\s+(\\d{1,12})\\s*");
  private static final Pattern CLASS =
      Pattern.compile("\\s*Class-map \\(([\\w-]{2,20})\\):\\s+(\\S+)(?: \\((match-\\w+)\\))?\\s*");
  private static final Pattern COUNT =
      Pattern.compile(
          "\\s*([A-Za-z][A-Za-z /-]{3,50}?)\\s*:\\s*(\\d{1,20})(?: (?:packets?|bytes))?\\s*");
  private static final Pattern PACKETS = Pattern.compile("\\s*(\\d{1,20}) (packets|bytes)\\b.*");
  private static final Pattern WHERE =
      Pattern.compile("\\s*(?:[Ss]lot\\s+\\d{1,2}|Aggregate forwarded\\s*:?)\\s*");
  private static final Pattern ACTION =
      Pattern.compile(
          "\\s*(?:match|set|priority|bandwidth|random-detect|queue-limit|shape|police|pause|mtu|congestion-control|afd|conformed|violated|exceeded|slot|\\d+ (?:minute|second)|aggregate forwarded)\\b.*",
          Pattern.CASE_INSENSITIVE);

  public NxosPolicyReader() {
    super(
        FormatKind.of(
            "nxos-policy",
            "the policies of a switch's port by class, and their counters",
            "show policy-map interface of NX-OS"));
  }

  @Override
  protected List<String> clues() {
    return List.of(
        "Service-policy (", "Class-map (", "Global statistics", "Ethernet", "port-channel");
  }

  @Override
  protected boolean starts(SourceLines document, int at) {
    String text = document.text(at);
    return text.length() < 200
        && ((text.contains("Service-policy (") && POLICY.matcher(text).matches())
            || (text.contains("Class-map (") && CLASS.matcher(text).matches())
            || (text.contains("Global statistics") && STATUS.matcher(text).matches())
            || (text.contains("t")
                && PORT.matcher(text).matches()
                && POLICY.matcher(document.text(document.nextText(at + 1))).matches()));
  }

  @Override
  protected boolean continues(TextLine line) {
    String text = line.text();
    return text.length() < 300
        && (PORT.matcher(text).matches()
            || POLICY.matcher(text).matches()
            || CLASS.matcher(text).matches()
            || INDEX.matcher(text).matches()
            || COUNT.matcher(text).matches()
            || PACKETS.matcher(text).matches()
            || ACTION.matcher(text).matches());
  }

  @Override
  protected int end(SourceLines document, int at, Starts starts) {
    return endOfParts(document, at);
  }

  @Override
  protected void read(LineBlock block, FactSink sink) {
    Pass pass = new Pass(sink);
    block.lines().stream().filter(line -> !line.isBlank()).forEach(pass::line);
  }

  /** One way through a block. */
  private static final class Pass {
    private final FactSink sink;
    private Subject port = new Subject(SubjectKind.SWITCH_PORT, "port");
    private String policy = "policy";

    /** Direction and class. */
    private String direction = "";

    private String of = "";

    /** Where in the switch a number was counted: {@code Slot 1}, {@code Aggregate forwarded :}. */
    private String where = "";

    Pass(FactSink sink) {
      this.sink = sink;
    }

    void line(TextLine line) {
      String text = line.text();
      Matcher name = PORT.matcher(text);
      Matcher used = POLICY.matcher(text);
      Matcher named = CLASS.matcher(text);
      Matcher index = INDEX.matcher(text);
      Matcher status = STATUS.matcher(text);
      if (status.matches()) {
        sink.add(
            line,
            new Subject(SubjectKind.ITEM, "show policy-map interface"),
            "statistics",
            status.group(1));
      } else if (name.matches()) {
        port = SwitchPortSubject.of(name.group(1));
        sink.add(line, port, "policies", name.group(1));
      } else if (used.matches()) {
        policy = "policy." + used.group(1);
        direction = used.group(2);
        of = "";
        sink.add(line, port, policy + "." + direction, used.group(3));
      } else if (index.matches()) {
        sink.add(line, port, policy + "." + direction + ".snmp-index", index.group(1));
      } else if (named.matches()) {
        policy = "policy." + named.group(1);
        of = named.group(2);
        where = "";
        sink.add(line, port, key("class"), text.strip());
      } else {
        value(line);
      }
    }

    private String key(String name) {
      return policy
          + (direction.isEmpty() ? "" : "." + direction)
          + (of.isEmpty() ? "" : "." + of)
          + "."
          + name;
    }

    private void value(TextLine line) {
      Matcher count = COUNT.matcher(line.text());
      Matcher packets = PACKETS.matcher(line.text());
      if (count.matches()) {
        sink.add(line, port, RdmaKeys.counter(key(KeySlug.of(count.group(1)))), count.group(2));
      } else if (packets.matches()) {
        sink.add(line, port, RdmaKeys.counter(key(where + packets.group(2))), packets.group(1));
        sink.add(line, port, key("counted"), line.text().strip());
      } else {
        where = WHERE.matcher(line.text()).matches() ? KeySlug.of(line.text()) + "." : where;
        sink.add(line, port, key("does"), line.text().strip());
      }
    }
  }
}
