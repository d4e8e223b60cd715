package dev.headroom.formats.nvidia;

import dev.headroom.formats.fact.Subject;
import dev.headroom.formats.fact.SubjectKind;
import dev.headroom.formats.read.FactSink;
import dev.headroom.formats.read.FormatKind;
import dev.headroom.formats.read.FormatReader;
import dev.headroom.formats.read.IgnoredLine;
import dev.headroom.formats.read.LineBlock;
import dev.headroom.formats.read.SourceLines;
import dev.headroom.formats.read.TextLine;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reader of {@code nvidia-smi topo -m} and {@code -p2p} of any version. Columns are separated by
 * tabs or blanks, NICs stand by name or by number with a legend, NUMA affinity is optional, and
 * rows may lack their header.
 */
public final class TopologyMatrixReader extends FormatReader {
  private static final String NAME =
      "GPU\\d{1,3}|NIC\\d{1,3}|CPU\\d{1,3}|mlx\\d_\\w+|roce\\w+|ib[ps]\\w+|bnxt_re\\w*|efa_\\w+|rdmap\\w+|irdma\\w*|ion_\\w+|hfi1_\\w+|rocep\\w+|mlx\\w+|erdma\\w*";
  private static final String CELL =
      "X|SYS|NODE|PHB|PXB|PIX|SOC|PSB|N/A|OK|GNS|CNS|TNS|NS|DR|U|NV\\d{1,3}";

  /** Words of a matrix of peer-to-peer access. */
  private static final Set<String> ACCESS = Set.of("OK", "GNS", "CNS", "TNS", "NS", "DR", "U");

  private static final Pattern HEADER =
      Pattern.compile(
          "\\s*+(?:\\[\\d{0,2}m)?\\s*+GPU\\d{1,3}(?:\\s+(?:"
              + NAME
              + "))*(\\s+CPU Affinity.*|\\s*)");
  private static final Pattern ROW =
      Pattern.compile(
          "\\s*(" + NAME + ")\\s+((?:" + CELL + ")(?:\\s+(?:" + CELL + "))*+)(?:\\s+(.*))?\\s*");
  private static final Pattern NIC = Pattern.compile("\\s*(NIC\\d{1,3}):\\s*([\\w.-]+)\\s*");
  private static final Pattern WORD = Pattern.compile("\\S+");

  public TopologyMatrixReader() {
    super(
        FormatKind.of(
            "nvidia-topo",
            "paths between GPUs and NICs, and their NUMA nodes",
            "nvidia-smi topo -m, -p2p",
            IgnoredLine.of("\\s*(NIC )?Legend:\\s*", "heading of the legend"),
            IgnoredLine.of(
                "\\s*(X|SYS|NODE|PHB|PXB|PIX|PSB|SOC|NV#|N/A|OK|CNS|GNS|TNS|NS|DR|U)\\s+= .*",
                "legend: a fixed explanation of the words")));
  }

  @Override
  protected List<String> clues() {
    return List.of("GPU", "X");
  }

  @Override
  protected boolean starts(SourceLines document, int at) {
    String text = document.text(at);
    return text.length() < 4000
        && (text.contains("GPU") || text.contains("X"))
        && (isHeader(text) || ROW.matcher(text).matches());
  }

  private static boolean isHeader(String text) {
    return HEADER.matcher(text).matches() && !ROW.matcher(text).matches();
  }

  @Override
  protected boolean continues(TextLine line) {
    return NIC.matcher(line.text()).matches() || ROW.matcher(line.text()).matches();
  }

  @Override
  protected void read(LineBlock block, FactSink sink) {
    List<String> columns = List.of();
    List<TextLine> headless = new ArrayList<>();
    for (TextLine line : block) {
      String text = line.text();
      Matcher row = ROW.matcher(text);
      Matcher nic = NIC.matcher(text);
      if (isHeader(text)) {
        columns = columns(text);
        sink.add(line, Subject.host(), "topology.columns", String.join(" ", columns));
        if (text.contains("Affinity")) {
          sink.add(
              line, Subject.host(), "topology.affinity", text.substring(text.indexOf("CPU Aff")));
        }
      } else if (nic.matches()) {
        sink.add(line, new Subject(SubjectKind.ITEM, nic.group(1)), "rdma", nic.group(2));
      } else if (row.matches()) {
        if (columns.isEmpty()) {
          headless.add(line);
        } else {
          row(line, row, columns, sink);
        }
      }
    }
    for (TextLine line : headless) {
      Matcher row = ROW.matcher(line.text());
      if (row.matches()) {
        row(line, row, guessed(headless.size(), row.group(2)), sink);
      }
    }
  }

  private static List<String> columns(String header) {
    int affinity = header.indexOf("CPU Affinity");
    String names = affinity < 0 ? header : header.substring(0, affinity);
    return words(names.replaceAll("\\[\\d{0,2}m", ""));
  }

  /** Without a header the first columns are the GPUs; who the others are nobody knows. */
  private static List<String> guessed(int rows, String cells) {
    List<String> columns = new ArrayList<>();
    int count = words(cells).size();
    for (int i = 0; i < count; i++) {
      columns.add(i < Math.max(rows, Math.min(count, 8)) ? "GPU" + i : "column" + i);
    }
    return columns;
  }

  private static void row(TextLine line, Matcher row, List<String> columns, FactSink sink) {
    String from = row.group(1);
    List<String> cells = words(row.group(2));
    for (int i = 0; i < cells.size(); i++) {
      String to = i < columns.size() ? columns.get(i) : "column" + i;
      String key = cells.stream().anyMatch(ACCESS::contains) ? "p2p" : "path";
      sink.add(line, Subject.pair(from, to), key, cells.get(i));
    }
    if (row.group(3) != null && !row.group(3).isBlank()) {
      affinity(line, from, words(row.group(3)), sink);
    }
  }

  private static void affinity(TextLine line, String from, List<String> words, FactSink sink) {
    Subject subject =
        from.startsWith("GPU")
            ? Subject.gpu(from.substring(3))
            : new Subject(SubjectKind.ITEM, from);
    String[] keys = {"cpus", "numa", "numa.own"};
    for (int i = 0; i < words.size(); i++) {
      sink.add(line, subject, i < keys.length ? keys[i] : "topology.more", words.get(i));
    }
  }

  private static List<String> words(String text) {
    return WORD.matcher(text).results().map(found -> found.group()).toList();
  }
}
