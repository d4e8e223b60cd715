package dev.headroom.formats.amd;

import dev.headroom.formats.fact.Subject;
import dev.headroom.formats.read.FactSink;
import dev.headroom.formats.read.FormatKind;
import dev.headroom.formats.read.FormatReader;
import dev.headroom.formats.read.IgnoredLine;
import dev.headroom.formats.read.KeySlug;
import dev.headroom.formats.read.LineBlock;
import dev.headroom.formats.read.SourceLines;
import dev.headroom.formats.read.TextLine;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reader of {@code nicctl show qos} and {@code nicctl show dcqcn} of AMD's Pensando NICs. QoS is
 * told in the keys of {@code mlnx_qos}, of the PCI address, since nicctl names no interface. Forms:
 * AMD, AI NIC documentation; ROCm/node-scraper.
 */
public final class NicctlReader extends FormatReader {
  private static final Pattern CARD =
      Pattern.compile(
          "\\s*NIC\\s*: ([0-9a-f-]{20,40}) +\\(([0-9a-f]{4}:[0-9a-f]{2}:[0-9a-f]{2}\\.\\d)\\).*");
  private static final Pattern PORT =
      Pattern.compile("\\s*(Port|Lif id)\\s*: ([0-9a-f-]{20,40})\\s*");
  private static final Pattern DEVICE = Pattern.compile("\\s+ROCE device\\s+: ([\\w.-]{1,40})\\s*");
  private static final Pattern SORTED =
      Pattern.compile("\\s+DSCP\\s+: ([\\d, -]{1,200}?) ==> priority : (\\d)\\s*");
  private static final Pattern SETTING =
      Pattern.compile(
          "\\s+((?:Classification|DCQCN|DSCP|PFC|Status|Rate|Alpha|Initial|Token)\\b[\\w -]{0,60}?)\\s*:(?: +(\\S.{0,100}))?\\s*");
  private static final Pattern ROW =
      Pattern.compile(
          "\\s+(\\d)\\s+(DWRR|[Ss]trict|STRICT)\\s+(\\d{1,3}|N/A)\\s+(\\d{1,6}|N/A)\\s*");
  private static final Pattern HEADING =
      Pattern.compile(
          "\\s+(?:Priority\\s+Scheduling.*|Type\\s+\\(in %age\\).*|Scheduling :|DSCP-to-priority :|PFC :)\\s*");
  private static final Pattern RULER = Pattern.compile("\\s*-{20,}\\s*");

  public NicctlReader() {
    super(
        FormatKind.of(
            "nicctl",
            "QoS and congestion control of AMD Pensando NICs",
            "nicctl show qos, nicctl show dcqcn",
            IgnoredLine.of("\\s*-{20,}\\s*", "ruler"),
            IgnoredLine.of(HEADING.pattern(), "heading")));
  }

  @Override
  protected List<String> clues() {
    return List.of("NIC", "Classification type", "PFC priority bitmap", "ROCE device");
  }

  @Override
  protected boolean starts(SourceLines document, int at) {
    String text = document.text(at);
    return text.length() < 120
        && (CARD.matcher(text).matches()
            || (text.contains("Classification type") && SETTING.matcher(text).matches())
            || (text.contains("PFC priority bitmap") && SETTING.matcher(text).matches())
            || DEVICE.matcher(text).matches());
  }

  @Override
  protected boolean continues(TextLine line) {
    String text = line.text();
    return text.length() < 260
        && (CARD.matcher(text).matches()
            || PORT.matcher(text).matches()
            || DEVICE.matcher(text).matches()
            || SORTED.matcher(text).matches()
            || SETTING.matcher(text).matches()
            || ROW.matcher(text).matches()
            || HEADING.matcher(text).matches()
            || RULER.matcher(text).matches());
  }

  @Override
  protected int end(SourceLines document, int at, Starts starts) {
    return endOfParts(document, at);
  }

  @Override
  protected void read(LineBlock block, FactSink sink) {
    Subject netdev = Subject.netdev("unnamed");
    Subject about = netdev;
    for (TextLine line : block) {
      Matcher card = CARD.matcher(line.text());
      Matcher port = PORT.matcher(line.text());
      Matcher device = DEVICE.matcher(line.text());
      Matcher sorted = SORTED.matcher(line.text());
      Matcher row = ROW.matcher(line.text());
      if (card.matches()) {
        netdev = Subject.netdev(card.group(2));
        about = netdev;
        sink.add(line, netdev, "pci", card.group(2));
        sink.add(line, netdev, "nicctl.card", card.group(1));
      } else if (port.matches()) {
        sink.add(line, netdev, "nicctl." + KeySlug.of(port.group(1)), port.group(2));
      } else if (device.matches()) {
        about = Subject.rdma(device.group(1));
        sink.add(line, about, "present", "yes");
      } else if (sorted.matches()) {
        sorted(line, netdev, sorted.group(1), sorted.group(2), sink);
      } else if (row.matches()) {
        String schedule = row.group(2) + " " + row.group(3) + " " + row.group(4);
        sink.add(line, netdev, "qos.priority." + row.group(1) + ".schedule", schedule);
      } else {
        setting(line, netdev, about, sink);
      }
    }
  }

  /** {@code 24-31,46}: each DSCP by itself. */
  private static void sorted(
      TextLine line, Subject netdev, String list, String priority, FactSink sink) {
    for (String each : list.split("[,\\s]+")) {
      String[] ends = each.split("-");
      if (ends.length == 0 || !each.matches("\\d{1,2}(-\\d{1,2})?")) {
        sink.add(line, netdev, "nicctl.dscp", each);
        continue;
      }
      int last = Integer.parseInt(ends[ends.length - 1]);
      for (int dscp = Integer.parseInt(ends[0]); dscp <= last; dscp++) {
        sink.add(line, netdev, "qos.dscp." + dscp + ".priority", priority);
      }
    }
  }

  private static void setting(TextLine line, Subject netdev, Subject about, FactSink sink) {
    Matcher setting = SETTING.matcher(line.text());
    if (!setting.matches() || HEADING.matcher(line.text()).matches()) {
      return;
    }
    String name = setting.group(1).strip();
    String value = setting.group(2) == null ? "" : setting.group(2).strip();
    switch (name) {
      case "Classification type" ->
          sink.add(line, netdev, "qos.trust", value.toLowerCase(Locale.ROOT));
      case "PFC priority bitmap" -> pauses(line, netdev, value, sink);
      case "DSCP bitmap", "PFC no-drop priorities" ->
          sink.add(line, netdev, "nicctl." + KeySlug.of(name), value);
      default -> sink.add(line, about, "dcqcn." + KeySlug.of(name), value);
    }
  }

  private static void pauses(TextLine line, Subject netdev, String bitmap, FactSink sink) {
    sink.add(line, netdev, "nicctl.pfc-bitmap", bitmap);
    if (bitmap.matches("0x[0-9a-fA-F]{1,4}")) {
      int bits = Integer.parseInt(bitmap.substring(2), 16);
      for (int i = 0; i < 8; i++) {
        sink.add(line, netdev, "qos.priority." + i + ".pfc", (bits >> i & 1) == 1 ? "1" : "0");
      }
    }
  }
}
