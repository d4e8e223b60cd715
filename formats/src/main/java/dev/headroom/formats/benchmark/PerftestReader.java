package dev.headroom.formats.benchmark;

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
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reader of {@code ib_write_bw}, {@code ib_read_lat} and the other tools of perftest. */
public final class PerftestReader extends FormatReader {
  private static final Pattern TITLE =
      Pattern.compile(
          "\\s*((?:RDMA_Write|RDMA_Read|Send|Atomic|WriteImm|RDMA_Write_with_imm|Raw Ethernet|Ethernet)[\\w ]*(?:BW|Latency|Test).*)");
  private static final Pattern PAIR =
      Pattern.compile(
          "\\s*([A-Za-z#][\\w. */-]{1,24}?)\\s*:\\s*(\\S.*?)(?:\\s{2,}|\\t\\s*| \\t)([A-Z][\\w. ]{1,20}?)\\s*:\\s*(\\S.*?)\\s*");
  private static final Pattern SINGLE =
      Pattern.compile("\\s{0,8}([A-Za-z][\\w. */()-]{1,26}?)\\s*:\\s+(\\S.*?)\\s*");
  private static final Pattern ADDRESS = Pattern.compile("\\s*(local|remote) address:\\s*(.*)");
  private static final Pattern GID = Pattern.compile("\\s*GID:\\s*([\\d:a-fA-F.]+)\\s*");
  private static final Pattern EVENTS = Pattern.compile("\\s*Test with events\\. Using (\\S+)\\s*");
  private static final Pattern HEADER = Pattern.compile("\\s*#bytes\\s+#?iterations\\s+(.*)");
  private static final Pattern ROW =
      Pattern.compile("\\s*(\\d{1,12})\\s+(\\d{1,12})((?:\\s+(?:[\\d.]+|inf|-?nan))+)\\s*");
  private static final Pattern COLUMN =
      Pattern.compile("[^\\[\\s]+(?: [^\\[\\s]+)?\\[[\\w/]+\\]|99\\S*% percentile\\[usec\\]|\\S+");
  private static final Pattern NOTE =
      Pattern.compile(
          "\\s*(Conflicting CPU frequency.*|Perftest doesn't.*|WARNING:.*|initializing CUDA|Listing all CUDA.*|CUDA device.*|Picking .*|\\[pid = .*|creating CUDA.*|making it the.*|cuMemAlloc.*|allocated GPU.*|using DMA-BUF.*|Calling ibv_reg.*|deallocating.*|destroying.*|\\* Waiting for client.*|Requested .*|Using .* for .*|Couldn't .*|Unable to .*|[Ff]ailed .*|Did not detect devices.*|If device exists.*|Port number .*|Completion with error.*|mlx5: .*|local address.*|ethernet_read_keys.*|CPU Frequency.*|scnt=\\d+, ccnt=\\d+|ERRNO: .*)");

  /** It ends before it has said anything else: what it needs is not there, or not allowed. */
  private static final Pattern WITHOUT =
      Pattern.compile(
          "\\s*(?:Couldn't (?:allocate MR(?: with error=\\d+)?|get device attributes?|create IB resources?)|Unable to (?:create QP|find the Infiniband/RoCE device)|Failed to create (?:QP|MR)|Failed to modify QP(?: \\d+)? to RT[RS]|Unable to Connect the HCA's through the link|(?:ethernet_read_keys: )?Couldn't read remote address|Unable to open file descriptor for socket connection.*|Unable to init the socket connection|Did not detect devices)\\.?\\s*");

  /** Other programs say so, too; of perftest's the next line tells. */
  private static final Pattern NOT_CONNECTED =
      Pattern.compile("\\s*Couldn't connect to \\S+:\\d+\\s*");

  public PerftestReader() {
    super(
        FormatKind.of(
            "perftest",
            "bandwidth and latency of one connection by message size",
            "ib_write_bw, ib_read_bw, ib_send_lat, ... of perftest",
            IgnoredLine.of("\\s*-{10,}\\s*", "ruler"),
            IgnoredLine.of("\\s*\\*{10,}\\s*", "ruler"),
            IgnoredLine.of("\\s*(\\.\\.\\.|<snip>)\\s*", "an omission mark in pasted text")));
  }

  @Override
  protected List<String> clues() {
    return List.of(
        "BW",
        "Latency",
        "Test",
        "#bytes",
        "Perftest doesn't",
        "* Waiting for client",
        "Completion with error at ",
        "Couldn't ",
        "Unable to ",
        "Failed to ",
        "Did not detect devices",
        "initializing CUDA",
        "creating CUDA Ctx",
        "deallocating GPU");
  }

  @Override
  protected boolean starts(SourceLines document, int at) {
    String text = document.text(at);
    return TITLE.matcher(text).matches()
        || (text.contains("#bytes") && HEADER.matcher(text).matches())
        || text.startsWith("Perftest doesn't")
        || text.startsWith("* Waiting for client")
        || text.contains("Completion with error at ")
        || WITHOUT.matcher(text).matches()
        || (NOT_CONNECTED.matcher(text).matches()
            && at + 1 < document.size()
            && WITHOUT.matcher(document.text(at + 1)).matches())
        || ((text.contains("initializing CUDA")
                || text.contains("creating CUDA Ctx")
                || text.contains("deallocating GPU"))
            && NOTE.matcher(text).matches());
  }

  @Override
  protected boolean continues(TextLine line) {
    return HEADER.matcher(line.text()).matches()
        || ROW.matcher(line.text()).matches()
        || WITHOUT.matcher(line.text()).matches();
  }

  @Override
  protected void read(LineBlock block, FactSink sink) {
    Subject test = new Subject(SubjectKind.MEASUREMENT, "perftest at " + block.first().number());
    List<String> columns = List.of();
    String side = "";
    for (TextLine line : block) {
      String text = line.text();
      Matcher header = HEADER.matcher(text);
      Matcher row = ROW.matcher(text);
      Matcher title = TITLE.matcher(text);
      Matcher address = ADDRESS.matcher(text);
      Matcher gid = GID.matcher(text);
      Matcher events = EVENTS.matcher(text);
      if (title.matches()) {
        sink.add(line, test, "test", title.group(1));
      } else if (header.matches()) {
        columns = columns(header.group(1));
        sink.add(line, test, "columns", header.group(1));
      } else if (row.matches()) {
        row(line, row, columns, sink);
      } else if (address.matches()) {
        side = address.group(1);
        sink.add(line, test, side + ".address", address.group(2));
      } else if (gid.matches()) {
        sink.add(line, test, side + ".gid", gid.group(1));
      } else if (events.matches()) {
        sink.add(line, test, "events", events.group(1));
      } else if (NOTE.matcher(text).matches()) {
        sink.add(line, test, "note", text);
      } else {
        labels(line, test, sink);
      }
    }
  }

  private static void labels(TextLine line, Subject test, FactSink sink) {
    Matcher pair = PAIR.matcher(line.text());
    Matcher single = SINGLE.matcher(line.text());
    if (pair.matches()) {
      sink.add(line, test, KeySlug.of(pair.group(1)), pair.group(2));
      sink.add(line, test, KeySlug.of(pair.group(3)), pair.group(4));
    } else if (single.matches()) {
      sink.add(line, test, KeySlug.of(single.group(1)), single.group(2));
    }
  }

  private static List<String> columns(String header) {
    List<String> names = new ArrayList<>();
    Matcher column = COLUMN.matcher(header.strip());
    while (column.find()) {
      names.add(KeySlug.of(column.group().replace("[", ".").replace("]", "")));
    }
    return names;
  }

  private static void row(TextLine line, Matcher row, List<String> columns, FactSink sink) {
    Subject subject =
        new Subject(SubjectKind.MEASUREMENT, "perftest " + row.group(1) + " B at " + line.number());
    sink.add(line, subject, "size.bytes", row.group(1));
    sink.add(line, subject, "iterations", row.group(2));
    String[] cells = row.group(3).strip().split("\\s+");
    for (int i = 0; i < cells.length; i++) {
      sink.add(line, subject, i < columns.size() ? columns.get(i) : "column." + i, cells[i]);
    }
  }
}
