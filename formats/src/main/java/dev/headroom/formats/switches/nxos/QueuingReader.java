package dev.headroom.formats.switches.nxos;

import dev.headroom.formats.fact.Subject;
import dev.headroom.formats.fact.SubjectKind;
import dev.headroom.formats.rdma.RdmaKeys;
import dev.headroom.formats.read.FactSink;
import dev.headroom.formats.read.FormatKind;
import dev.headroom.formats.read.FormatReader;
import dev.headroom.formats.read.IgnoredLine;
import dev.headroom.formats.read.KeySlug;
import dev.headroom.formats.read.LineBlock;
import dev.headroom.formats.read.SourceLines;
import dev.headroom.formats.read.TextLine;
import dev.headroom.formats.switches.SwitchPortSubject;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reader of {@code show queuing interface} of NX-OS: sent and dropped packets of each class,
 * ingress XOFF and XON thresholds, and pauses of each priority. People cut the classes that matter
 * out of it; then the prompt tells the port.
 */
public final class QueuingReader extends FormatReader {
  private static final Pattern TITLE =
      Pattern.compile(
          "\\s*(Egress|Ingress) Queuing for (Ethernet\\d[\\d/]{0,12})(?: \\[(\\w{1,20})\\])?\\s*");
  private static final Pattern GROUP =
      Pattern.compile("\\s*\\|\\s+((?:CONTROL |SPAN )?QOS GROUP(?: \\d)?)\\s+\\|\\s*");
  private static final Pattern CELLS =
      Pattern.compile("\\s*\\|([^|]{3,60})((?:\\|[^|]{1,30}){1,3})\\|\\s*");
  private static final Pattern PART =
      Pattern.compile(
          "\\s*((?:Per )?(?:Port|Slice) (?:Egress|Ingress) Statistics|PFC Statistics|slot\\s+\\d{1,2})\\s*");
  private static final Pattern COLUMNS =
      Pattern.compile(
          "\\s*(?:QoS-Group#\\s+(?:Pause|Bandwidth%).*|(?:Buff Size|Min)\\s+(?:Pause Th|Max)\\s.*|(?:PFC_COS|COS) QOS[_ ]Group\\s.*)");
  private static final Pattern CLASS =
      Pattern.compile("\\s+(\\d)((?:\\s+(?:-|\\d[\\d.]*(?:\\([DS]\\))?|[kmgt]?bps))+)\\s*");
  private static final Pattern PAUSES =
      Pattern.compile("TxPPP:\\s+(\\d{1,20}),\\s+RxPPP:\\s+(\\d{1,20})\\s*");
  private static final Pattern PRIORITY =
      Pattern.compile(
          "\\s+(\\d)((?:\\s+(?:\\d|-)){1,2})\\s+(Active|Inactive)\\s+(\\d{1,20})\\s+(Active|Inactive)\\s+(\\d{1,20})\\s*");
  private static final Pattern COUNT =
      Pattern.compile("\\s*([A-Z][A-Za-z ]{3,40}(?:Pkts|Bytes|Byts))\\s+(\\d{1,20})\\s*");
  private static final Pattern RULER = Pattern.compile("\\s*[+|]?(?:-{8,}|={5,})[+|]*\\s*");
  private static final Pattern ASKED =
      Pattern.compile("(?i)\\be(?:th(?:ernet)?)?\\s?(\\d[\\d/]{0,12})\\b");

  public QueuingReader() {
    super(
        FormatKind.of(
            "nxos-queuing",
            "sent, dropped and paused packets of the classes of a switch's port",
            "show queuing interface of NX-OS",
            IgnoredLine.of("\\s*[+|]?(-{8,}|={5,})[+|]*\\s*", "ruler")));
  }

  @Override
  protected List<String> clues() {
    return List.of("Queuing for", "QOS", "QoS", "Pause", "Max", "PPP", "Statistics", "slot");
  }

  @Override
  protected boolean starts(SourceLines document, int at) {
    String text = document.text(at);
    return text.length() < 200
        && hasWord(text)
        && (TITLE.matcher(text).matches()
            || GROUP.matcher(text).matches()
            || COLUMNS.matcher(text).matches()
            || PAUSES.matcher(text).matches()
            || (PART.matcher(text).matches() && RULER.matcher(document.text(at + 1)).matches()));
  }

  private static boolean hasWord(String text) {
    return text.contains("Queuing for")
        || text.contains("QOS")
        || text.contains("QoS")
        || text.contains("Pause")
        || text.contains("Max")
        || text.contains("PPP")
        || text.contains("Statistics")
        || text.contains("slot");
  }

  @Override
  protected boolean continues(TextLine line) {
    String text = line.text();
    if (text.length() >= 200) {
      return false;
    }
    for (Pattern each :
        List.of(RULER, TITLE, GROUP, CELLS, PART, COLUMNS, CLASS, PAUSES, PRIORITY, COUNT)) {
      if (each.matcher(text).matches()) {
        return true;
      }
    }
    return false;
  }

  @Override
  protected int end(SourceLines document, int at, Starts starts) {
    return endOfParts(document, at);
  }

  @Override
  protected void read(LineBlock block, FactSink sink) {
    Pass pass = new Pass(asked(block.command()), sink);
    block.forEach(pass::line);
  }

  private static Subject asked(String command) {
    Matcher port = ASKED.matcher(command);
    return port.find()
        ? new Subject(SubjectKind.SWITCH_PORT, "Ethernet" + port.group(1))
        : new Subject(SubjectKind.SWITCH_PORT, "port");
  }

  /** One way through a block. */
  private static final class Pass {
    private final FactSink sink;
    private Subject port;
    private String part = "";
    private List<String> columns = List.of();

    Pass(Subject port, FactSink sink) {
      this.port = port;
      this.sink = sink;
    }

    void line(TextLine line) {
      String text = line.text();
      Matcher title = TITLE.matcher(text);
      Matcher group = GROUP.matcher(text);
      Matcher named = PART.matcher(text);
      Matcher cells = CELLS.matcher(text);
      if (RULER.matcher(text).matches() || line.isBlank()) {
        return;
      }
      if (title.matches()) {
        port = SwitchPortSubject.of(title.group(2));
        part = KeySlug.of(title.group(1));
        sink.add(line, port, "queuing", text.strip());
      } else if (group.matches()) {
        part = KeySlug.of(group.group(1).replace("QOS ", ""));
        columns = List.of();
        sink.add(line, port, part, group.group(1));
      } else if (named.matches()) {
        part =
            KeySlug.of(
                named.group(1).replaceFirst("^Per | Statistics$", "").replace(" Statistics", ""));
        sink.add(line, port, "queuing.part", named.group(1));
      } else if (COLUMNS.matcher(text).matches()) {
        sink.add(line, port, "queuing.columns", String.join(" ", text.strip().split("\\s+")));
      } else if (cells.matches()) {
        cells(line, cells);
      } else {
        numbers(line);
      }
    }

    /** {@code | Tx Pkts | 12| 0|}; without a label it is the heading of such lines. */
    private void cells(TextLine line, Matcher said) {
      List<String> values = new ArrayList<>();
      for (String cell : said.group(2).substring(1).split("\\|")) {
        values.add(cell.strip());
      }
      if (said.group(1).isBlank()) {
        columns = values.stream().map(KeySlug::of).toList();
        sink.add(line, port, part + ".columns", String.join(" ", values));
        return;
      }
      for (int i = 0; i < values.size(); i++) {
        String column = i < columns.size() ? columns.get(i) + "." : i == 0 ? "" : i + ".";
        String name = part + "." + column + KeySlug.of(said.group(1).strip());
        sink.add(line, port, RdmaKeys.counter(name), values.get(i));
      }
    }

    private void numbers(TextLine line) {
      Matcher pauses = PAUSES.matcher(line.text());
      Matcher priority = PRIORITY.matcher(line.text());
      Matcher of = CLASS.matcher(line.text());
      Matcher count = COUNT.matcher(line.text());
      if (pauses.matches()) {
        sink.add(line, port, RdmaKeys.counter("tx.pfc"), pauses.group(1));
        sink.add(line, port, RdmaKeys.counter("rx.pfc"), pauses.group(2));
      } else if (priority.matches()) {
        String pfc = "pfc." + priority.group(1);
        sink.add(line, port, pfc + ".group", priority.group(2));
        sink.add(line, port, pfc + ".tx", priority.group(3));
        sink.add(line, port, RdmaKeys.counter("tx." + pfc), priority.group(4));
        sink.add(line, port, pfc + ".rx", priority.group(5));
        sink.add(line, port, RdmaKeys.counter("rx." + pfc), priority.group(6));
      } else if (of.matches()) {
        String row = String.join(" ", of.group(2).strip().split("\\s+"));
        sink.add(line, port, part + ".group-" + of.group(1), row);
      } else if (count.matches()) {
        String name = part + "." + KeySlug.of(count.group(1));
        sink.add(line, port, RdmaKeys.counter(name), count.group(2));
      }
    }
  }
}
