package dev.headroom.formats.ethernet;

import dev.headroom.formats.fact.Subject;
import dev.headroom.formats.fact.SubjectKind;
import dev.headroom.formats.rdma.RdmaKeys;
import dev.headroom.formats.read.FactSink;
import dev.headroom.formats.read.FormatKind;
import dev.headroom.formats.read.FormatReader;
import dev.headroom.formats.read.LineBlock;
import dev.headroom.formats.read.SourceLines;
import dev.headroom.formats.read.TextLine;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Reader of {@code ip link}, {@code ip addr}, with {@code -s} their counters, and of {@code
 * ifconfig}.
 */
public final class IpReader extends FormatReader {
  private static final Pattern LINK =
      Pattern.compile("(\\d{1,6}): ([\\w.@:-]{1,40}): <([A-Z0-9_,-]*)>\\s+(.*)");
  private static final Pattern OLD =
      Pattern.compile(
          "([\\w.-]{1,20})(?::)?\\s+(?:flags=(\\d+)<([A-Z,0-9_]*)>\\s+mtu (\\d+)|Link encap:(.*)).*");

  /** Net-tools 1.60: {@code Ethernet HWaddr B8:59:9F:01:02:03}. What else has one is cut off. */
  private static final Pattern ENCAPSULATED =
      Pattern.compile("Ethernet\\s+HWaddr ([0-9A-Fa-f]{2}(?::[0-9A-Fa-f]{2}){5})\\s*");

  /** Likewise: {@code UP BROADCAST RUNNING MTU:1500 Metric:1}. */
  private static final Pattern OLD_FLAGS =
      Pattern.compile(
          "\\s+([A-Z][A-Z0-9_]{1,20}(?: [A-Z][A-Z0-9_]{1,20}){0,15})\\s+MTU:(\\d{1,9})\\s+Metric:(\\d{1,9})\\s*");

  private static final Pattern ADDRESS =
      Pattern.compile("\\s+(inet6?|link/\\S+|ether|infiniband)\\s+(?:addr:\\s*)?(\\S+)\\s*(.*)");

  /** A virtual function, whose counters may stand below those of the interface. */
  private static final Pattern FUNCTION = Pattern.compile("\\s+vf (\\d{1,5})\\s+(.*)");

  private static final Pattern COUNTERS = Pattern.compile("\\s*(RX|TX)( errors)?:\\s+(.+?)\\s*");

  /** How {@code ip -o} writes the end of a line. */
  private static final Pattern END = Pattern.compile("\\\\");

  private static final Pattern NUMBERS = Pattern.compile("\\s*\\d+(\\s+\\d+)*\\s*");

  public IpReader() {
    super(
        FormatKind.of(
            "ip",
            "network interfaces, their addresses and counters",
            "ip -s addr, ip -o link, ifconfig"));
  }

  @Override
  protected List<String> clues() {
    return List.of(": <", "flags=", "Link encap:");
  }

  @Override
  protected boolean starts(SourceLines document, int at) {
    String text = document.text(at);
    return text.length() < 400
        && ((text.contains("<") && LINK.matcher(text).matches())
            || ((text.contains("flags=") || text.contains("Link encap:"))
                && OLD.matcher(text).matches()));
  }

  @Override
  protected void read(LineBlock block, FactSink sink) {
    Matcher link = LINK.matcher(block.first().text());
    Matcher old = OLD.matcher(block.first().text());
    Subject subject;
    if (link.matches()) {
      String name = link.group(2).split("@", 2)[0];
      subject = Subject.netdev(name);
      sink.add(block.first(), subject, "ifindex", link.group(1));
      sink.add(block.first(), subject, "name", link.group(2));
      sink.add(block.first(), subject, "flags", link.group(3));
      String[] lines = END.split(link.group(4), -1);
      pairs(block.first(), subject, lines[0], sink);
      List<TextLine> others =
          Stream.of(lines)
              .skip(1)
              .map(each -> block.first().withText("    " + each.strip()))
              .toList();
      below(others, subject, sink);
    } else if (old.matches()) {
      subject = Subject.netdev(old.group(1));
      sink.add(block.first(), subject, "ifconfig", block.first().text());
      if (old.group(4) != null) {
        sink.add(block.first(), subject, "mtu", old.group(4));
        sink.add(block.first(), subject, "flags", old.group(3));
      } else {
        encapsulated(block.first(), subject, old.group(5), sink);
      }
    } else {
      return;
    }
    below(block.lines().subList(1, block.lines().size()), subject, sink);
  }

  private static void encapsulated(TextLine line, Subject subject, String text, FactSink sink) {
    Matcher ethernet = ENCAPSULATED.matcher(text);
    if (ethernet.matches()) {
      sink.add(line, subject, "address", ethernet.group(1).toLowerCase(Locale.ROOT));
      sink.add(line, subject, "address.kind", "ether");
    }
  }

  private static void below(List<TextLine> lines, Subject subject, FactSink sink) {
    Subject counted = subject;
    List<String> heads = new ArrayList<>();
    int addresses = 0;
    for (TextLine line : lines) {
      Matcher address = ADDRESS.matcher(line.text());
      Matcher counters = COUNTERS.matcher(line.text());
      Matcher function = FUNCTION.matcher(line.text());
      Matcher flags = OLD_FLAGS.matcher(line.text());
      if (line.indent() == 0 && !line.isBlank()) {
        return;
      }
      if (address.matches()) {
        String kind = address.group(1);
        String key = kind.startsWith("inet") ? "address." + addresses++ : "address";
        sink.add(line, subject, key, address.group(2));
        sink.add(line, subject, key + ".kind", kind);
        sink.add(line, subject, key + ".more", address.group(3));
      } else if (counters.matches() && counters.group(3).matches("[a-z_ ]+")) {
        heads = new ArrayList<>(List.of(counters.group(3).split("\\s+")));
        String direction = counters.group(1).toLowerCase(Locale.ROOT);
        heads.replaceAll(head -> KernelCounter.of(direction, head));
        sink.add(
            line,
            counted,
            "counters." + direction + (counters.group(2) == null ? "" : ".errors"),
            counters.group(3));
      } else if (NUMBERS.matcher(line.text()).matches() && !heads.isEmpty()) {
        String[] numbers = line.text().strip().split("\\s+");
        for (int i = 0; i < Math.min(numbers.length, heads.size()); i++) {
          sink.add(line, counted, RdmaKeys.counter(heads.get(i)), numbers[i]);
        }
        heads = new ArrayList<>();
      } else if (flags.matches()) {
        sink.add(line, subject, "flags", flags.group(1).replace(' ', ','));
        sink.add(line, subject, "mtu", flags.group(2));
        sink.add(line, subject, "metric", flags.group(3));
      } else if (function.matches()) {
        counted = new Subject(SubjectKind.ITEM, subject.name() + " vf " + function.group(1));
        sink.add(line, counted, "ip.more", function.group(2));
      } else if (!line.isBlank()) {
        sink.add(line, subject, "ip.more", line.text());
      }
    }
  }

  /** {@code mtu 1500 qdisc mq state UP mode DEFAULT group default qlen 1000}. */
  private static void pairs(TextLine line, Subject subject, String text, FactSink sink) {
    String[] words = text.strip().split("\\s+");
    for (int i = 0; i + 1 < words.length; i += 2) {
      sink.add(line, subject, "state".equals(words[i]) ? "operstate" : words[i], words[i + 1]);
    }
    if (words.length % 2 == 1) {
      sink.add(line, subject, "ip.more", words[words.length - 1]);
    }
  }
}
