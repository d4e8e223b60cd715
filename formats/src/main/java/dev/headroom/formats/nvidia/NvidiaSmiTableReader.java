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
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reader of {@code nvidia-smi} without options: a table drawn with characters. */
public final class NvidiaSmiTableReader extends FormatReader {
  private static final Pattern ROW = Pattern.compile("\\s*\\|(.*)\\|\\s*");
  private static final Pattern VERSIONS = Pattern.compile(".*Driver Version: (\\S+).*");
  private static final Pattern GPU =
      Pattern.compile(
          "\\s*(\\d{1,3})\\s+(\\S.*?)\\s+(On|Off|N/A|Enabled|Disabled)\\s+\\|\\s+([0-9A-Fa-f]{8}:[0-9A-Fa-f]{2}:[0-9A-Fa-f]{2}\\.[0-7])\\s.*");

  /** The row below that: {@code N/A 34C P0 117W / 700W | 75012MiB / 81559MiB | 100% Default}. */
  private static final Pattern STATE =
      Pattern.compile(
          "\\s*\\S+\\s+\\S+\\s+P\\d{1,2}\\s+(\\d{1,5})W\\s*/\\s*(\\d{1,5})W\\s+\\|.*\\|\\s+(\\d{1,3})%\\s.*");

  /** Of a GPU, W. */
  public static final String POWER = "smi.power";

  public static final String POWER_LIMIT = "smi.power-limit";

  /** Of a GPU, percent of the time in which a kernel ran. */
  public static final String UTILIZATION = "smi.utilization";

  public NvidiaSmiTableReader() {
    super(
        FormatKind.of(
            "nvidia-smi-table",
            "overview of a host's GPUs",
            "nvidia-smi",
            IgnoredLine.of("\\s*[|+][-=+|]{20,}[|+]\\s*", "ruler"),
            IgnoredLine.of("\\s*\\|\\s*\\|?\\s*(\\|\\s*)*", "row without words")));
  }

  @Override
  protected List<String> clues() {
    return List.of("| NVIDIA-SMI ", "+----");
  }

  @Override
  protected boolean starts(SourceLines document, int at) {
    return document.text(at).contains("| NVIDIA-SMI ")
        || (document.text(at).strip().startsWith("+----")
            && document.text(at + 1).contains("| NVIDIA-SMI "));
  }

  @Override
  protected boolean continues(TextLine line) {
    String text = line.text().strip();
    return text.startsWith("|") || text.startsWith("+---");
  }

  @Override
  protected void read(LineBlock block, FactSink sink) {
    Subject above = Subject.host();
    for (TextLine line : block) {
      Matcher row = ROW.matcher(line.text());
      if (!row.matches() || row.group(1).isBlank() || row.group(1).matches("[-=+|\\s]*")) {
        continue;
      }
      Matcher versions = VERSIONS.matcher(row.group(1));
      Matcher gpu = GPU.matcher(row.group(1));
      Matcher state = STATE.matcher(row.group(1) + " ");
      sink.add(line, new Subject(SubjectKind.ITEM, "nvidia-smi"), "row", row.group(1));
      if (versions.matches()) {
        sink.add(line, Subject.host(), "nvidia.driver", versions.group(1));
      } else if (gpu.matches()) {
        Subject subject = Subject.gpu(gpu.group(1));
        above = subject;
        sink.add(line, subject, "product", gpu.group(2));
        sink.add(line, subject, "pci", Subject.pciName(gpu.group(4)));
      } else if (state.matches() && above.kind() == SubjectKind.GPU) {
        sink.add(line, above, POWER, state.group(1));
        sink.add(line, above, POWER_LIMIT, state.group(2));
        sink.add(line, above, UTILIZATION, state.group(3));
      }
    }
  }
}
