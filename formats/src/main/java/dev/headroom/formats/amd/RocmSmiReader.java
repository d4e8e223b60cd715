package dev.headroom.formats.amd;

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
 * Reader of {@code rocm-smi}: lines {@code GPU[0] : label: value} of its many options, and the
 * matrices of {@code --showtopo}. Releases differ in what they rule lines with, dots or equal
 * signs, and in the columns of the table that it prints without options.
 */
public final class RocmSmiReader extends FormatReader {
  private static final Pattern FIELD =
      Pattern.compile("GPU\\[(\\d{1,3})\\]\\s*: (?:\\((\\w+)\\) )?([^:]{1,60}): ?(.*)");
  private static final Pattern REMARK = Pattern.compile("GPU\\[(\\d{1,3})\\]\\s*: ([^:]+)");
  private static final Pattern DRIVER = Pattern.compile("Driver version: (\\S+)\\s*");
  private static final Pattern RULER = Pattern.compile("[=.]{8,}.*");
  private static final Pattern HEADING = Pattern.compile("Device\\s+Node\\s+IDs\\s.*GPU%\\s*");
  private static final Pattern COLUMNS = Pattern.compile("GPU0(?:\\s+GPU\\d{1,3})*\\s*");
  private static final Pattern ROW = Pattern.compile("GPU(\\d{1,3})((?:\\s+[\\w.-]+){1,256})\\s*");
  private static final Pattern BLOCKS =
      Pattern.compile("Block\\s+Status\\s+Correctable Error\\s+Uncorrectable Error\\s*");
  private static final Pattern BLOCK =
      Pattern.compile("([A-Z][A-Z0-9_]{1,20})\\s+([A-Z]+)\\s+(\\d+)\\s+(\\d+)\\s*");
  private static final Pattern DEVICE = Pattern.compile("(\\d{1,3})\\s{2,}(\\S.*)");

  public RocmSmiReader() {
    super(
        FormatKind.of(
            "rocm-smi",
            "AMD GPUs: state and topology",
            "rocm-smi, rocm-smi --showtopo, rocm-smi --showbus, rocm-smi --showrasinfo",
            IgnoredLine.of("\\s*(=+|\\.{8,})\\s*", "ruler"),
            IgnoredLine.of("\\s*(Device|GPU)\\s+.*(Temp|Fan|Perf).*", "heading"),
            IgnoredLine.of("\\s*\\(DID, .*|\\s+\\(Junction\\).*", "heading")));
  }

  @Override
  protected List<String> clues() {
    return List.of("ROCm System Management Interface", "Device ", "GPU[");
  }

  @Override
  protected boolean starts(SourceLines document, int at) {
    String text = document.text(at).stripLeading();
    return (RULER.matcher(text).matches() && text.contains("ROCm System Management Interface"))
        || (text.startsWith("Device ") && HEADING.matcher(text).matches())
        || (text.startsWith("GPU[") && FIELD.matcher(text).matches());
  }

  @Override
  protected boolean continues(TextLine line) {
    String text = line.text().stripLeading();
    return RULER.matcher(text).matches()
        || REMARK.matcher(text).matches()
        || DRIVER.matcher(text).matches()
        || BLOCKS.matcher(text).matches()
        || BLOCK.matcher(text).matches()
        || FIELD.matcher(text).matches()
        || ROW.matcher(text).matches()
        || COLUMNS.matcher(text).matches()
        || DEVICE.matcher(text).matches();
  }

  @Override
  protected void read(LineBlock block, FactSink sink) {
    String title = "";
    String gpu = "";
    for (TextLine line : block) {
      String text = line.text().stripLeading();
      Matcher field = FIELD.matcher(text);
      Matcher row = ROW.matcher(text);
      Matcher device = DEVICE.matcher(text);
      Matcher remark = REMARK.matcher(text);
      Matcher driver = DRIVER.matcher(text);
      Matcher errors = BLOCK.matcher(text);
      if (RULER.matcher(text).matches()) {
        String words = between(text);
        title = KeySlug.of(words);
        if (!words.isEmpty()) {
          sink.add(line, new Subject(SubjectKind.ITEM, "rocm-smi"), "title", words);
        }
      } else if (field.matches()) {
        field(line, field, sink);
      } else if (remark.matches()) {
        gpu = remark.group(1);
        sink.add(line, Subject.gpu(gpu), "rocm-smi.remark", remark.group(2).strip());
      } else if (BLOCKS.matcher(text).matches()) {
        sink.add(line, new Subject(SubjectKind.ITEM, "rocm-smi"), "columns.ras", text.strip());
      } else if (errors.matches() && !gpu.isEmpty()) {
        errors(line, Subject.gpu(gpu), errors, sink);
      } else if (driver.matches()) {
        sink.add(line, new Subject(SubjectKind.ITEM, "rocm-smi"), "driver", driver.group(1));
      } else if (COLUMNS.matcher(text).matches()) {
        sink.add(line, new Subject(SubjectKind.ITEM, "rocm-smi"), "columns." + title, text.strip());
      } else if (row.matches()) {
        row(line, title, row, sink);
      } else if (device.matches()) {
        sink.add(line, Subject.gpu(device.group(1)), "rocm-smi.row", device.group(2));
      }
    }
  }

  /** Errors of a block of the GPU, of {@code --showrasinfo}. */
  private static void errors(TextLine line, Subject gpu, Matcher errors, FactSink sink) {
    String key = "rocm-smi.ras." + KeySlug.of(errors.group(1));
    sink.add(line, gpu, key + ".status", errors.group(2));
    sink.add(line, gpu, key + ".correctable", errors.group(3));
    sink.add(line, gpu, key + ".uncorrectable", errors.group(4));
  }

  /** What stands between the signs of a title. */
  private static String between(String text) {
    int from = 0;
    int to = text.length();
    while (from < to && isRuler(text.charAt(from))) {
      from++;
    }
    while (to > from && isRuler(text.charAt(to - 1))) {
      to--;
    }
    return text.substring(from, to);
  }

  private static boolean isRuler(char sign) {
    return sign == '=' || sign == '.' || sign == ' ';
  }

  private static void field(TextLine line, Matcher field, FactSink sink) {
    Subject gpu = Subject.gpu(field.group(1));
    String label = KeySlug.of(field.group(3));
    String value = field.group(4).strip();
    switch (label) {
      case "pci-bus" -> sink.add(line, gpu, "pci", Subject.pciName(value));
      case "numa-node" -> sink.add(line, gpu, "numa", value);
      case "card-series" -> sink.add(line, gpu, "product", value);
      default -> {
        // Under its own label, below.
      }
    }
    sink.add(line, gpu, "rocm-smi." + label, value);
    if (field.group(2) != null) {
      sink.add(line, gpu, "rocm-smi.group", field.group(2));
    }
  }

  /** A row of the matrices of weights, hops and kinds of links. */
  private static void row(TextLine line, String title, Matcher row, FactSink sink) {
    List<String> cells = List.of(row.group(2).strip().split("\\s+"));
    String what = title.startsWith("link-type") ? "path" : "rocm-smi." + title;
    for (int i = 0; i < cells.size(); i++) {
      String cell = cells.get(i);
      boolean itself = String.valueOf(i).equals(row.group(1));
      sink.add(
          line,
          Subject.pair("GPU" + row.group(1), "GPU" + i),
          itself && what.equals("path") ? "path.itself" : what,
          cell);
    }
  }
}
