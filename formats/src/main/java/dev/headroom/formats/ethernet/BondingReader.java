package dev.headroom.formats.ethernet;

import dev.headroom.formats.fact.Subject;
import dev.headroom.formats.fact.SubjectKind;
import dev.headroom.formats.read.FactSink;
import dev.headroom.formats.read.FormatKind;
import dev.headroom.formats.read.FormatReader;
import dev.headroom.formats.read.IgnoredLine;
import dev.headroom.formats.read.KeySlug;
import dev.headroom.formats.read.LineBlock;
import dev.headroom.formats.read.SourceLines;
import dev.headroom.formats.read.TextLine;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reader of {@code /proc/net/bonding/bond0}: a bond, its LACP state, and each of its ports. The
 * bond is named by the path alone, which a bundle, the command above, or a heading of {@code head}
 * shows; else by the name of the file that begins with it, if that looks like a bond's.
 */
public final class BondingReader extends FormatReader {
  private static final String DRIVER = "Ethernet Channel Bonding Driver";

  /** As {@code drivers/net/bonding/bond_procfs.c} of Linux names them. */
  private static final Pattern FIELD =
      Pattern.compile(
          "\\s*(Ethernet Channel Bonding Driver|Bonding Mode|Transmit Hash Policy|Primary Slave|Currently Active Slave"
              + "|MII Status|MII Polling Interval \\(ms\\)|(?:Up|Down|Peer Notification) Delay \\(ms\\)"
              + "|ARP Polling Interval \\(ms\\)|ARP Missed Max|ARP IP target/s \\(n\\.n\\.n\\.n form\\)|NS IPv6 target/s \\(xx::xx form\\)"
              + "|LACP active|LACP rate|Min links|Aggregator selection policy \\(ad_select\\)|System priority|System MAC address"
              + "|Aggregator ID|Number of ports|Actor Key|Partner Key|Partner Mac Address"
              + "|Slave Interface|Speed|Duplex|Link Failure Count|Permanent HW addr|Slave queue ID"
              + "|(?:Actor|Partner) Churn State|(?:Actor|Partner) Churned Count"
              + "|system priority|system mac address|port key|oper key|port priority|port number|port state): (.*?)\\s*");

  private static final String TITLE =
      "\\s*(?:802\\.3ad info|Active Aggregator Info:|details (?:actor|partner) lacp pdu:)\\s*";

  private static final Pattern DETAILS =
      Pattern.compile("\\s*details (actor|partner) lacp pdu:\\s*");
  private static final Pattern INACTIVE =
      Pattern.compile("\\s*bond ([\\w.@-]+) has no active aggregator\\s*");
  private static final Pattern PATH = Pattern.compile("proc/net/bonding/([\\w.@-]+)");
  private static final Pattern HEADING =
      Pattern.compile("==> \\S*/proc/net/bonding/([\\w.@-]+) <==\\s*");

  /** A file that is called as the interface is, with whatever before and behind. */
  private static final Pattern FILE =
      Pattern.compile("(?:.*[^A-Za-z0-9])?(bond[-_]?\\d{1,4})(?:\\.[a-z]{1,4})?");

  public BondingReader() {
    super(
        FormatKind.of(
            "bonding",
            "a bond of network interfaces: mode, LACP partner, state of each port",
            "/proc/net/bonding/bond0",
            IgnoredLine.of(TITLE, "heading")));
  }

  @Override
  protected List<String> clues() {
    return List.of(DRIVER, "==> ", "Bonding Mode: ", "Slave Interface: ");
  }

  @Override
  protected boolean starts(SourceLines document, int at) {
    String text = document.text(at);
    return text.startsWith(DRIVER)
        || (text.startsWith("==> ") && HEADING.matcher(text).matches())
        || (text.startsWith("Bonding Mode: ") && FIELD.matcher(text).matches())
        || (text.startsWith("Slave Interface: ")
            && document.text(at + 1).startsWith("MII Status: "));
  }

  @Override
  protected boolean continues(TextLine line) {
    return FIELD.matcher(line.text()).matches()
        || line.text().matches(TITLE)
        || INACTIVE.matcher(line.text()).matches();
  }

  /** Blank lines stand between its parts; another bond begins with the driver again. */
  @Override
  protected int end(SourceLines document, int at, Starts starts) {
    boolean headed = document.text(at).startsWith("==> ");
    int first = headed ? document.nextText(at + 1) : at;
    int end = at + 1;
    while (end < document.size()) {
      int next = document.nextText(end);
      boolean another = next > first && document.text(next).startsWith(DRIVER);
      if (another || next == document.size() || !continues(document.line(next))) {
        return end;
      }
      end = next + 1;
    }
    return end;
  }

  @Override
  protected void read(LineBlock block, FactSink sink) {
    Subject bond = Subject.netdev(name(block));
    Subject about = bond;
    String part = "bond.";
    for (TextLine line : block) {
      Matcher field = FIELD.matcher(line.text());
      Matcher details = DETAILS.matcher(line.text());
      Matcher inactive = INACTIVE.matcher(line.text());
      Matcher heading = HEADING.matcher(line.text());
      if (heading.matches()) {
        sink.add(line, new Subject(SubjectKind.ITEM, line.text().strip()), "file", "shown");
      } else if (inactive.matches()) {
        sink.add(line, bond, "bond.aggregator", "none");
        sink.add(line, bond, "bond.named", inactive.group(1));
      } else if (details.matches()) {
        part = "bond.port." + details.group(1) + ".";
      } else if (field.matches() && field.group(1).equals("Slave Interface")) {
        about = Subject.netdev(field.group(2));
        part = "bond.port.";
        sink.add(line, about, "master", bond.name());
      } else if (field.matches()) {
        say(line, about, part, field.group(1), field.group(2), sink);
      }
    }
  }

  private static void say(
      TextLine line, Subject about, String part, String label, String value, FactSink sink) {
    switch (label) {
      case "Bonding Mode" -> {
        sink.add(line, about, "bond.mode", mode(value));
        sink.add(line, about, "bond.mode.words", value);
      }
      case "Transmit Hash Policy" ->
          sink.add(line, about, "bond.xmit_hash_policy", value.replaceAll("[()]", ""));
      case "LACP rate" -> sink.add(line, about, "bond.lacp_rate", value);
      case "MII Polling Interval (ms)" -> sink.add(line, about, "bond.miimon", value);
      case "Aggregator selection policy (ad_select)" ->
          sink.add(line, about, "bond.ad_select", value);
      case "Aggregator ID" -> sink.add(line, about, part + "aggregator", value);
      case "Partner Mac Address" -> sink.add(line, about, part + "partner", value);
      case "Link Failure Count" -> sink.add(line, about, part + "failures", value);
      case "Speed" -> {
        sink.add(line, about, part + "speed.mbps", value.replaceFirst(" Mbps$", ""));
        sink.add(line, about, part + "speed.words", value);
      }
      default -> sink.add(line, about, part + KeySlug.of(label), value);
    }
  }

  /** As sysfs names it, without its number ({@code Documentation/networking/bonding.rst}). */
  private static String mode(String words) {
    String plain = words.replaceFirst(" \\(fail_over_mac \\w+\\)$", "");
    return switch (plain) {
      case "load balancing (round-robin)" -> "balance-rr";
      case "fault-tolerance (active-backup)" -> "active-backup";
      case "load balancing (xor)" -> "balance-xor";
      case "fault-tolerance (broadcast)" -> "broadcast";
      case "IEEE 802.3ad Dynamic link aggregation" -> "802.3ad";
      case "transmit load balancing" -> "balance-tlb";
      case "adaptive load balancing" -> "balance-alb";
      default -> plain;
    };
  }

  private static String name(LineBlock block) {
    Matcher heading = HEADING.matcher(block.first().text());
    if (heading.matches()) {
      return heading.group(1);
    }
    List<String> named = paths(block.source().name().replace('\\', '/'));
    List<String> shown = paths(block.command());
    if (named.size() == 1) {
      return named.getFirst();
    }
    if (shown.size() == 1 && block.command().indexOf('*') < 0) {
      return shown.getFirst();
    }
    for (TextLine line : block) {
      Matcher inactive = INACTIVE.matcher(line.text());
      if (inactive.matches()) {
        return inactive.group(1);
      }
    }
    Matcher file = FILE.matcher(block.source().name());
    return block.first().number() == 1 && file.matches()
        ? file.group(1)
        : "bond at line " + block.first().number() + " of " + block.source().name();
  }

  private static List<String> paths(String text) {
    return PATH.matcher(text).results().map(path -> path.group(1)).toList();
  }
}
