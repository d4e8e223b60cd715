package dev.headroom.formats.ethernet;

import dev.headroom.formats.fact.Subject;
import dev.headroom.formats.read.FactSink;
import dev.headroom.formats.read.FormatKind;
import dev.headroom.formats.read.FormatReader;
import dev.headroom.formats.read.KeySlug;
import dev.headroom.formats.read.LineBlock;
import dev.headroom.formats.read.SourceLines;
import dev.headroom.formats.read.TextLine;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reader of PFC, priorities and traffic classes in DCBX, with the terms of lldptool(8). It reads
 * {@code lldptool -t -i eth0} of Open-LLDP, and {@code niccli --dev 1 qos --ets --show} of
 * Broadcom. It says the keys of {@code mlnx_qos}, but for what a neighbour says ({@code lldptool -t
 * -n}) and recommends.
 */
public final class DcbxReader extends FormatReader {
  private static final Pattern TLV =
      Pattern.compile("\\s*IEEE 8021QAZ (ETS Configuration|ETS Recommendation|PFC|APP) TLV:?\\s*");
  private static final Pattern ENTRY = Pattern.compile("\\s+(?:APP|App)#(\\d{1,3}):\\s*");
  private static final Pattern SETTING =
      Pattern.compile("(?:\\s+|(?=TC Rate Limit))([A-Za-z{][\\w{} -]{1,40}): +(\\S.{0,120})");
  private static final Pattern NEIGHBOR = Pattern.compile("lldptool\\b.* -\\w*n\\w*\\b.*");
  private static final Pattern INTERFACE =
      Pattern.compile("lldptool\\b.* -\\w*i[ =]?([\\w.-]{1,40})");
  private static final Pattern CARD = Pattern.compile("niccli -?-dev[ =]?(\\d{1,3})\\b.*");

  public DcbxReader() {
    super(
        FormatKind.of(
            "dcbx",
            "PFC, priorities and traffic classes of an interface from LLDP (DCBX)",
            "lldptool -t -i INTERFACE, niccli --dev N qos --ets --show"));
  }

  @Override
  protected List<String> clues() {
    return List.of("8021QAZ");
  }

  @Override
  protected boolean starts(SourceLines document, int at) {
    return isTlv(document.text(at));
  }

  private static boolean isTlv(String text) {
    return text.length() < 80 && text.contains("8021QAZ") && TLV.matcher(text).matches();
  }

  @Override
  protected boolean continues(TextLine line) {
    String text = line.text();
    return text.length() < 170
        && (isTlv(text) || ENTRY.matcher(text).matches() || SETTING.matcher(text).matches());
  }

  @Override
  protected int end(SourceLines document, int at, Starts starts) {
    return endOfParts(document, at);
  }

  @Override
  protected void read(LineBlock block, FactSink sink) {
    Subject netdev = Subject.netdev(name(block));
    boolean others = NEIGHBOR.matcher(block.command()).find();
    String tlv = "";
    String entry = "";
    String priority = "";
    for (TextLine line : block) {
      Matcher begins = TLV.matcher(line.text());
      Matcher next = ENTRY.matcher(line.text());
      Matcher setting = SETTING.matcher(line.text());
      if (begins.matches()) {
        tlv = KeySlug.of(begins.group(1));
        sink.add(line, netdev, key(others, tlv), "present");
      } else if (next.matches()) {
        entry = "." + next.group(1);
        sink.add(line, netdev, key(others, tlv + entry), "present");
      } else if (setting.matches()) {
        String name = setting.group(1).strip();
        String value = setting.group(2).strip();
        priority = name.equals("Priority") ? value : priority;
        String part = tlv.equals("app") ? tlv + entry : tlv;
        sink.add(line, netdev, key(others, part + "." + KeySlug.of(name)), value);
        if (!others && !tlv.equals("ets-recommendation")) {
          known(line, netdev, name, value, priority, sink);
        }
      }
    }
  }

  private static String key(boolean others, String name) {
    return (others ? "dcbx.neighbor." : "dcbx.") + name;
  }

  /** In the keys of {@code mlnx_qos}. */
  private static void known(
      TextLine line, Subject netdev, String name, String value, String priority, FactSink sink) {
    switch (name) {
      case "PFC enabled" -> {
        List<String> on = Arrays.asList(value.split("[\\s,]+"));
        for (int i = 0; i < 8; i++) {
          sink.add(line, netdev, "qos.priority." + i + ".pfc", on.contains("" + i) ? "1" : "0");
        }
      }
      case "PRIO_MAP" ->
          pairs(value)
              .forEach(pair -> sink.add(line, netdev, "qos.priority." + pair[0] + ".tc", pair[1]));
      case "TSA_MAP" ->
          pairs(value)
              .forEach(pair -> sink.add(line, netdev, "qos.tc." + pair[0] + ".tsa", pair[1]));
      case "DSCP" -> sink.add(line, netdev, "qos.dscp." + value + ".priority", priority);
      default -> {
        // Nothing that mlnx_qos has.
      }
    }
  }

  private static List<String[]> pairs(String value) {
    return Arrays.stream(value.split("\\s+"))
        .map(pair -> pair.split(":", 2))
        .filter(pair -> pair.length == 2)
        .toList();
  }

  /** The interface of lldptool; niccli numbers cards. */
  private static String name(LineBlock block) {
    Matcher card = CARD.matcher(block.command());
    Matcher netdev = INTERFACE.matcher(block.command());
    return card.find() ? "niccli-" + card.group(1) : netdev.find() ? netdev.group(1) : "unnamed";
  }
}
