package dev.headroom.formats.ethernet;

import dev.headroom.formats.fact.Subject;
import dev.headroom.formats.read.CommandArguments;
import dev.headroom.formats.read.ContiguousReader;
import dev.headroom.formats.read.FactSink;
import dev.headroom.formats.read.FormatKind;
import dev.headroom.formats.read.LineBlock;
import dev.headroom.formats.read.SourceLines;
import dev.headroom.formats.read.TextLine;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reader of {@code dcb} of iproute2, which sets and shows QoS of interfaces whose driver has no
 * tool of its own (dcb-pfc(8), dcb-app(8), dcb-ets(8), dcb-buffer(8), dcb-apptrust(8)). It says the
 * same keys as {@code mlnx_qos}, so that the same rules judge both.
 */
public final class DcbReader extends ContiguousReader {
  private static final String PAIRS = "(?:\\s+[\\w.-]{1,12}:[\\w.-]{1,12}){1,80}\\s*";
  private static final Pattern LINE =
      Pattern.compile(
          "\\s*(prio-pfc|dscp-prio|ethtype-prio|port-prio|stream-port-prio|dgram-port-prio|pcp-prio"
              + "|tc-bw|pg-bw|tc-tsa|prio-tc|reco-tc-bw|reco-tc-tsa|reco-prio-tc|prio-buffer"
              + "|buffer-size|tc-maxrate|prio-dscp|requests|indications)("
              + PAIRS
              + ")");
  private static final Pattern FIRST =
      Pattern.compile(
          "\\s*(pfc-cap \\d.*|willing (?:on|off)\\b.*|default-prio(?: \\d)+\\s*|order: \\S.*|total-size \\S+.*)");

  /** Names of code points (RFC 2474, RFC 2597, RFC 3246), which dcb prints unless told -N. */
  private static final Map<String, Integer> NAMED =
      Map.ofEntries(
          Map.entry("be", 0),
          Map.entry("ef", 46),
          Map.entry("va", 44),
          Map.entry("af11", 10),
          Map.entry("af12", 12),
          Map.entry("af13", 14),
          Map.entry("af21", 18),
          Map.entry("af22", 20),
          Map.entry("af23", 22),
          Map.entry("af31", 26),
          Map.entry("af32", 28),
          Map.entry("af33", 30),
          Map.entry("af41", 34),
          Map.entry("af42", 36),
          Map.entry("af43", 38));

  public DcbReader() {
    super(
        FormatKind.of(
            "dcb",
            "PFC, priorities, traffic classes and buffers of an interface",
            "dcb [pfc|app|ets|buffer|apptrust] show dev INTERFACE"));
  }

  @Override
  protected List<String> clues() {
    return List.of(
        "prio-",
        "-prio",
        "tc-",
        "-bw",
        "buffer-size",
        "requests",
        "indications",
        "order: ",
        "pfc-cap ",
        "willing ");
  }

  @Override
  protected boolean starts(SourceLines document, int at) {
    String text = document.text(at).stripLeading();
    return (text.indexOf(':') > 0 && text.indexOf('-') > 0 && LINE.matcher(text).matches())
        || (text.startsWith("order: ") && text.matches("order: (dscp|pcp)( (dscp|pcp))?\\s*"))
        || (text.startsWith("pfc-cap ") && FIRST.matcher(text).matches())
        || (text.startsWith("default-prio ") && FIRST.matcher(text).matches())
        || (text.startsWith("willing ") && document.text(at + 1).strip().startsWith("tc-bw"));
  }

  @Override
  protected boolean continues(TextLine line) {
    return LINE.matcher(line.text()).matches() || FIRST.matcher(line.text()).matches();
  }

  @Override
  protected void read(LineBlock block, FactSink sink) {
    Subject netdev = Subject.netdev(CommandArguments.device(block, "dcb", "dev").orElse("unnamed"));
    for (TextLine line : block) {
      Matcher pairs = LINE.matcher(line.text());
      Matcher first = FIRST.matcher(line.text());
      if (pairs.matches()) {
        for (String pair : pairs.group(2).strip().split("\\s+")) {
          String[] ends = pair.split(":", 2);
          sink.add(line, netdev, "dcb." + pairs.group(1) + "." + ends[0], ends[1]);
          known(line, netdev, pairs.group(1), ends[0], ends[1], sink);
        }
      } else if (first.matches()) {
        String[] words = first.group(1).strip().split("\\s+", 2);
        sink.add(line, netdev, "dcb." + words[0].replace(":", ""), words[1]);
        if (words[0].equals("order:")) {
          sink.add(line, netdev, "qos.trust", words[1].startsWith("dscp") ? "dscp" : "pcp");
        }
      }
    }
  }

  /** In the keys of {@code mlnx_qos}. */
  private static void known(
      TextLine line, Subject netdev, String table, String from, String to, FactSink sink) {
    switch (table) {
      case "prio-pfc" ->
          sink.add(line, netdev, "qos.priority." + from + ".pfc", to.equals("on") ? "1" : "0");
      case "dscp-prio" -> sink.add(line, netdev, "qos.dscp." + dscp(from) + ".priority", to);
      case "prio-tc" -> sink.add(line, netdev, "qos.priority." + from + ".tc", to);
      case "tc-tsa" -> sink.add(line, netdev, "qos.tc." + from + ".tsa", to);
      default -> {
        // Nothing that mlnx_qos has.
      }
    }
  }

  /** A DSCP of a number or of a name such as {@code AF31}. */
  public static String dscp(String name) {
    String small = name.toLowerCase(Locale.ROOT);
    return small.matches("cs[0-7]")
        ? String.valueOf(8 * (small.charAt(2) - '0'))
        : NAMED.containsKey(small) ? String.valueOf(NAMED.get(small)) : name;
  }
}
