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
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reader of {@code show queuing interface} of the Nexus 3000, 5000 and 6000. It has the schedule of
 * egress classes, and for each ingress class its buffer, XOFF and XON thresholds, counters, and PFC
 * state. Web pages lose the indentation.
 */
public final class NexusQueuingReader extends FormatReader {
  private static final Pattern TITLE =
      Pattern.compile("\\s*(Ethernet\\d[\\d/]{0,12}) queuing information:\\s*");
  private static final Pattern PART =
      Pattern.compile("\\s*(?:(TX|RX) Queuing|([A-Z][A-Za-z ]{2,40} )?[Ss]tatistics:)\\s*");
  private static final Pattern COLUMNS =
      Pattern.compile("\\s*qos-group\\s+sched-type\\s+oper-bandwidth\\s*");
  private static final Pattern SCHEDULE =
      Pattern.compile("\\s*(\\d)\\s+(WRR|DWRR|[Pp]riority|strict)\\s+(\\d{1,3})\\s*");
  private static final Pattern GROUP = Pattern.compile("\\s*qos-group (\\d):?\\s*");
  private static final Pattern BUFFER =
      Pattern.compile(
          "\\s*q-size: (\\d{1,12}),.{0,60}\\bMTU: (\\d{2,6}) \\((\\d{2,6}) configured\\)\\s*");
  private static final Pattern THRESHOLDS =
      Pattern.compile("\\s*drop-type: (no-drop|drop), xon: (\\d{1,12}), xoff: (\\d{1,12})\\s*");
  private static final Pattern COUNT =
      Pattern.compile("\\s*((?:[UM]cast pkts|Pkts) [a-z -]{4,40}?)\\s*:\\s*(\\d{1,20})\\s*");
  private static final Pattern PAUSING =
      Pattern.compile(
          "\\s*Per-priority-pause status\\s*: Rx \\((Active|Inactive)\\), Tx \\((Active|Inactive)\\)\\s*");
  private static final Pattern ASKED =
      Pattern.compile("(?i)\\be(?:th(?:ernet)?)?\\s?(\\d[\\d/]{0,12})\\b");

  public NexusQueuingReader() {
    super(
        FormatKind.of(
            "nexus-queuing",
            "buffers, thresholds and counters of the classes of a switch's port",
            "show queuing interface of Nexus 3000, 5000 and 6000"));
  }

  @Override
  protected List<String> clues() {
    return List.of("queu", "Queu", "qos-group");
  }

  @Override
  protected boolean starts(SourceLines document, int at) {
    String text = document.text(at);
    return text.length() < 120
        && (text.contains("queu") || text.contains("Queu") || text.contains("qos-group"))
        && (TITLE.matcher(text).matches()
            || COLUMNS.matcher(text).matches()
            || (text.contains("X Queuing") && PART.matcher(text).matches())
            || (GROUP.matcher(text).matches() && BUFFER.matcher(document.text(at + 1)).matches()));
  }

  @Override
  protected boolean continues(TextLine line) {
    String text = line.text();
    return text.length() < 200
        && List.of(TITLE, PART, COLUMNS, SCHEDULE, GROUP, BUFFER, THRESHOLDS, COUNT, PAUSING)
            .stream()
            .anyMatch(pattern -> pattern.matcher(text).matches());
  }

  @Override
  protected int end(SourceLines document, int at, Starts starts) {
    return endOfParts(document, at);
  }

  @Override
  protected void read(LineBlock block, FactSink sink) {
    Pass pass = new Pass(block.command(), sink);
    block.lines().stream().filter(line -> !line.isBlank()).forEach(pass::line);
  }

  /** One way through a block. */
  private static final class Pass {
    private final FactSink sink;
    private Subject port;
    private String part = "";
    private String group = "";

    Pass(String command, FactSink sink) {
      this.sink = sink;
      Matcher asked = ASKED.matcher(command);
      port =
          new Subject(SubjectKind.SWITCH_PORT, asked.find() ? "Ethernet" + asked.group(1) : "port");
    }

    void line(TextLine line) {
      String text = line.text();
      Matcher title = TITLE.matcher(text);
      Matcher named = PART.matcher(text);
      Matcher schedule = SCHEDULE.matcher(text);
      Matcher of = GROUP.matcher(text);
      if (title.matches()) {
        port = SwitchPortSubject.of(title.group(1));
        sink.add(line, port, "queuing", text.strip());
      } else if (named.matches()) {
        if (named.group(1) != null) {
          part = named.group(1).toLowerCase(Locale.ROOT);
        }
        group = named.group(2) == null && named.group(1) == null ? group : "";
        sink.add(line, port, "queuing.part", text.strip());
      } else if (COLUMNS.matcher(text).matches()) {
        sink.add(line, port, "queuing.columns", String.join(" ", text.strip().split("\\s+")));
      } else if (schedule.matches()) {
        String name = "tx.group-" + schedule.group(1);
        sink.add(line, port, name + ".schedule", schedule.group(2));
        sink.add(line, port, name + ".bandwidth-percent", schedule.group(3));
      } else if (of.matches()) {
        group = "group-" + of.group(1) + ".";
        sink.add(line, port, part + ".group", of.group(1));
      } else {
        values(line);
      }
    }

    private void values(TextLine line) {
      Matcher buffer = BUFFER.matcher(line.text());
      Matcher thresholds = THRESHOLDS.matcher(line.text());
      Matcher pausing = PAUSING.matcher(line.text());
      Matcher count = COUNT.matcher(line.text());
      if (buffer.matches()) {
        sink.add(line, port, group + "buffer.bytes", buffer.group(1));
        sink.add(line, port, group + "mtu.hardware", buffer.group(2));
        sink.add(line, port, group + "mtu", buffer.group(3));
        sink.add(line, port, group + "buffer", line.text().strip());
      } else if (thresholds.matches()) {
        sink.add(line, port, group + "drop-type", thresholds.group(1));
        sink.add(line, port, group + "xon.bytes", thresholds.group(2));
        sink.add(line, port, group + "xoff.bytes", thresholds.group(3));
      } else if (pausing.matches()) {
        sink.add(line, port, group + "pause.rx", pausing.group(1));
        sink.add(line, port, group + "pause.tx", pausing.group(2));
      } else if (count.matches()) {
        sink.add(line, port, RdmaKeys.counter(group + KeySlug.of(count.group(1))), count.group(2));
      }
    }
  }
}
