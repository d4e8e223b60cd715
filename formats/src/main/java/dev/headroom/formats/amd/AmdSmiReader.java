package dev.headroom.formats.amd;

import dev.headroom.formats.fact.Subject;
import dev.headroom.formats.fact.SubjectKind;
import dev.headroom.formats.read.FactSink;
import dev.headroom.formats.read.FormatKind;
import dev.headroom.formats.read.FormatReader;
import dev.headroom.formats.read.IndentOutline;
import dev.headroom.formats.read.KeySlug;
import dev.headroom.formats.read.LabelledField;
import dev.headroom.formats.read.LineBlock;
import dev.headroom.formats.read.SourceLines;
import dev.headroom.formats.read.TextLine;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reader of {@code amd-smi list}, {@code static} and {@code metric}, with the fields of each GPU
 * indented by part, and of the tables of {@code amd-smi topology}, by PCI address.
 */
public final class AmdSmiReader extends FormatReader {
  private static final Pattern GPU = Pattern.compile("(GPU|AI_NIC): (\\d{1,3})\\s*");
  private static final Pattern TABLE = Pattern.compile("([A-Z][A-Z /-]{2,30}) TABLE:\\s*");
  private static final String ADDRESS = "[0-9a-f]{4}:[0-9a-f]{2}:[0-9a-f]{2}\\.[0-7]";
  private static final Pattern COLUMNS =
      Pattern.compile("\\s+" + ADDRESS + "(?:\\s+" + ADDRESS + ")*\\s*");
  private static final Pattern ROW = Pattern.compile("(" + ADDRESS + ")((?:\\s+\\S+){1,256})\\s*");

  public AmdSmiReader() {
    super(
        FormatKind.of(
            "amd-smi",
            "AMD GPUs from the newer tool: static data, metrics, topology",
            "amd-smi list, amd-smi static, amd-smi metric, amd-smi topology"));
  }

  @Override
  protected List<String> clues() {
    return List.of("GPU: ", "AI_NIC: ", "TABLE:");
  }

  @Override
  protected boolean starts(SourceLines document, int at) {
    String text = document.text(at);
    return ((text.startsWith("GPU: ") || text.startsWith("AI_NIC: "))
            && GPU.matcher(text).matches()
            && document.text(at + 1).matches(" {4}[A-Z][A-Z0-9_]+:.*"))
        || (text.endsWith("TABLE:") && TABLE.matcher(text).matches());
  }

  @Override
  protected boolean continues(TextLine line) {
    String text = line.text();
    return ROW.matcher(text).matches()
        || COLUMNS.matcher(text).matches()
        || TABLE.matcher(text).matches()
        || GPU.matcher(text).matches()
        || text.matches(" {4,}[A-Z][A-Z0-9_]*:.*");
  }

  @Override
  protected void read(LineBlock block, FactSink sink) {
    Subject gpu = new Subject(SubjectKind.ITEM, "amd-smi");
    AmdNic nic = new AmdNic();
    IndentOutline parts = new IndentOutline();
    String table = "";
    List<String> columns = List.of();
    for (TextLine line : block) {
      Matcher one = GPU.matcher(line.text());
      Matcher title = TABLE.matcher(line.text());
      Matcher row = ROW.matcher(line.text());
      if (one.matches()) {
        gpu =
            one.group(1).equals("GPU")
                ? Subject.gpu(one.group(2))
                : new Subject(SubjectKind.ITEM, "amd-smi nic " + one.group(2));
        nic = new AmdNic();
        parts.clear();
        sink.add(line, gpu, "amd-smi.number", one.group(2));
      } else if (title.matches()) {
        table = KeySlug.of(title.group(1));
        sink.add(line, new Subject(SubjectKind.ITEM, "amd-smi"), "table", table);
      } else if (COLUMNS.matcher(line.text()).matches()) {
        columns = List.of(line.text().strip().split("\\s+"));
        sink.add(
            line,
            new Subject(SubjectKind.ITEM, "amd-smi"),
            "columns." + table,
            line.text().strip());
      } else if (row.matches()) {
        row(line, table, row, columns, sink);
      } else {
        field(line, gpu, nic, parts, sink);
      }
    }
  }

  private static void field(
      TextLine line, Subject gpu, AmdNic nic, IndentOutline parts, FactSink sink) {
    var field = LabelledField.of(line.text());
    if (field.isEmpty() || line.indent() == 0) {
      return;
    }
    parts.leave(line.indent());
    String label = KeySlug.of(field.get().label());
    String value = field.get().value();
    String part = "amd-smi." + parts.path(".");
    sink.add(line, gpu, part + label, value);
    parts.enter(line, line.indent(), label);
    AmdKeys.addNormalized(line, gpu, part + label, value, sink);
    nic.addNormalized(line, part + label, value, sink);
  }

  /** What lies between two GPUs, which the table names by PCI address. */
  private static void row(
      TextLine line, String table, Matcher row, List<String> columns, FactSink sink) {
    String[] cells = row.group(2).strip().split("\\s+");
    for (int i = 0; i < cells.length; i++) {
      String other = i < columns.size() ? columns.get(i) : "column " + i;
      sink.add(line, Subject.pair(row.group(1), other), "amd-smi." + table, cells[i]);
    }
  }
}
