package dev.headroom.formats.ethernet;

import dev.headroom.formats.fact.Subject;
import dev.headroom.formats.read.CommandArguments;
import dev.headroom.formats.read.FactSink;
import dev.headroom.formats.read.FormatKind;
import dev.headroom.formats.read.FormatReader;
import dev.headroom.formats.read.IgnoredLine;
import dev.headroom.formats.read.LineBlock;
import dev.headroom.formats.read.SourceLines;
import dev.headroom.formats.read.TextLine;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reader of {@code mlnx_qos -i INTERFACE}: trust mode, DSCP to priority map, priorities with PFC,
 * and bandwidth shares of traffic classes.
 */
public final class MlnxQosReader extends FormatReader {
  private static final Pattern MODE = Pattern.compile("\\s*DCBX mode:\\s*(.*)");
  private static final Pattern TRUST = Pattern.compile("\\s*Priority trust state:\\s*(\\w+)\\s*");
  private static final Pattern DSCP = Pattern.compile("\\s*prio:(\\d) dscp:([\\d,]*)\\s*");
  private static final Pattern ROW =
      Pattern.compile("\\s*(priority|enabled|buffer|tc)\\s+((?:\\d+\\s+){0,16}\\d+)\\s*");
  private static final Pattern CLASS =
      Pattern.compile("\\s*tc: (\\d) ratelimit: (.+?), tsa: (\\w+)(?:, bw: (\\d+)%)?\\s*");
  private static final Pattern PRIORITY = Pattern.compile("\\s*priority:\\s+([\\d ]*)\\s*");
  private static final Pattern CABLE = Pattern.compile("\\s*Cable len:\\s*(\\d+)\\s*");
  private static final Pattern BUFFER =
      Pattern.compile("\\s*Receive buffer size \\(bytes\\):\\s*([\\d,]+)(.*)");
  private static final Pattern BUFFERS =
      Pattern.compile("\\s*(max_buffer_size|buffer_size|total_size)=([\\d,]+)(.*)");

  public MlnxQosReader() {
    super(
        FormatKind.of(
            "mlnx_qos",
            "trust mode, DSCP-to-priority map, PFC, buffers and traffic classes of a ConnectX",
            "mlnx_qos -i INTERFACE",
            IgnoredLine.of("\\s*dscp2prio mapping:\\s*", "heading"),
            IgnoredLine.of("\\s*PFC configuration:\\s*", "heading")));
  }

  @Override
  protected List<String> clues() {
    return List.of("DCBX mode:", "Priority trust state:", "PFC configuration:");
  }

  @Override
  protected boolean starts(SourceLines document, int at) {
    String text = document.text(at);
    return MODE.matcher(text).matches()
        || TRUST.matcher(text).matches()
        || text.strip().equals("PFC configuration:");
  }

  @Override
  protected boolean continues(TextLine line) {
    String text = line.text().strip();
    return text.startsWith("Priority trust state:") || text.equals("PFC configuration:");
  }

  @Override
  protected void read(LineBlock block, FactSink sink) {
    Subject subject =
        Subject.netdev(CommandArguments.device(block, "mlnx_qos", "-i").orElse("unnamed"));
    List<String> priorities = List.of();
    String trafficClass = "";
    for (TextLine line : block) {
      String text = line.text();
      Matcher row = ROW.matcher(text);
      Matcher dscp = DSCP.matcher(text);
      Matcher shared = CLASS.matcher(text);
      Matcher priority = PRIORITY.matcher(text);
      if (dscp.matches()) {
        dscps(line, subject, dscp, sink);
      } else if (row.matches() && "priority".equals(row.group(1))) {
        priorities = words(row.group(2));
        sink.add(line, subject, "qos.pfc.priorities", row.group(2));
      } else if (row.matches()) {
        row(line, subject, row, priorities, sink);
      } else if (shared.matches()) {
        trafficClass = shared.group(1);
        sink.add(line, subject, "qos.tc." + trafficClass + ".ratelimit", shared.group(2));
        sink.add(line, subject, "qos.tc." + trafficClass + ".tsa", shared.group(3));
        if (shared.group(4) != null) {
          sink.add(line, subject, "qos.tc." + trafficClass + ".share.percent", shared.group(4));
        }
      } else if (priority.matches() && !trafficClass.isEmpty()) {
        for (String one : words(priority.group(1))) {
          sink.add(line, subject, "qos.priority." + one + ".tc", trafficClass);
        }
        sink.add(line, subject, "qos.tc." + trafficClass + ".priorities", priority.group(1));
      } else {
        other(line, subject, text, sink);
      }
    }
  }

  private static void dscps(TextLine line, Subject subject, Matcher dscp, FactSink sink) {
    sink.add(line, subject, "qos.priority." + dscp.group(1) + ".dscps", dscp.group(2));
    for (String one : dscp.group(2).split(",")) {
      if (!one.isEmpty()) {
        String plain = one.replaceFirst("^0+(?=\\d)", "");
        sink.add(line, subject, "qos.dscp." + plain + ".priority", dscp.group(1));
      }
    }
  }

  private static void row(
      TextLine line, Subject subject, Matcher row, List<String> priorities, FactSink sink) {
    String key = "enabled".equals(row.group(1)) ? "pfc" : row.group(1);
    List<String> cells = words(row.group(2));
    for (int i = 0; i < cells.size(); i++) {
      String priority = i < priorities.size() ? priorities.get(i) : String.valueOf(i);
      sink.add(line, subject, "qos.priority." + priority + "." + key, cells.get(i));
    }
  }

  private static void other(TextLine line, Subject subject, String text, FactSink sink) {
    Matcher mode = MODE.matcher(text);
    Matcher trust = TRUST.matcher(text);
    Matcher cable = CABLE.matcher(text);
    Matcher buffer = BUFFER.matcher(text);
    Matcher buffers = BUFFERS.matcher(text);
    if (mode.matches()) {
      sink.add(line, subject, "qos.dcbx", mode.group(1));
    } else if (trust.matches()) {
      sink.add(line, subject, "qos.trust", trust.group(1));
    } else if (cable.matches()) {
      sink.add(line, subject, "qos.cable.metres", cable.group(1));
    } else if (buffer.matches()) {
      sink.add(line, subject, "qos.buffer.sizes.bytes", buffer.group(1) + buffer.group(2));
    } else if (buffers.matches()) {
      sink.add(
          line, subject, "qos.buffer." + buffers.group(1), buffers.group(2) + buffers.group(3));
    }
  }

  private static List<String> words(String text) {
    return text.isBlank() ? List.of() : List.of(text.strip().split("\\s+"));
  }
}
