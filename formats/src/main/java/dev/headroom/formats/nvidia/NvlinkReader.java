package dev.headroom.formats.nvidia;

import dev.headroom.formats.fact.Subject;
import dev.headroom.formats.read.FactSink;
import dev.headroom.formats.read.FormatKind;
import dev.headroom.formats.read.FormatReader;
import dev.headroom.formats.read.LabelledField;
import dev.headroom.formats.read.LineBlock;
import dev.headroom.formats.read.SourceLines;
import dev.headroom.formats.read.TextLine;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reader of {@code nvidia-smi nvlink -s}, {@code -e} and {@code -c}: NVLinks of each GPU. */
public final class NvlinkReader extends FormatReader {
  private static final Pattern GPU =
      Pattern.compile("\\s*GPU (\\d{1,3}): (.+?)(?: \\(UUID: (\\S+)\\))?\\s*");
  private static final Pattern LINK = Pattern.compile("\\s*Link (\\d{1,3})(?::|,) ?(.*)");

  public NvlinkReader() {
    super(
        FormatKind.of("nvidia-nvlink", "speed and errors of NVLinks", "nvidia-smi nvlink -s, -e"));
  }

  @Override
  protected List<String> clues() {
    return List.of("GPU ");
  }

  @Override
  protected boolean starts(SourceLines document, int at) {
    return document.text(at).contains("GPU ") && GPU.matcher(document.text(at)).matches();
  }

  @Override
  protected void read(LineBlock block, FactSink sink) {
    Matcher gpu = GPU.matcher(block.first().text());
    if (!gpu.matches()) {
      return;
    }
    Subject subject = Subject.gpu(gpu.group(1));
    sink.add(block.first(), subject, "product", gpu.group(2));
    if (gpu.group(3) != null) {
      sink.add(block.first(), subject, "uuid", gpu.group(3));
    }
    for (TextLine line : block.lines().subList(1, block.lines().size())) {
      Matcher link = LINK.matcher(line.text());
      if (link.matches()) {
        link(line, subject, link, sink);
      } else if (line.indent() > 0 && !line.isBlank()) {
        sink.add(line, subject, "nvlink", line.text());
      }
    }
  }

  /** {@code Link 0: 26.562 GB/s}, {@code Link 0: <inactive>}, {@code Link 0: Replay Errors: 0}. */
  private static void link(TextLine line, Subject subject, Matcher link, FactSink sink) {
    String key = "nvlink." + link.group(1);
    String value = link.group(2).strip();
    var field = LabelledField.of(value);
    if (field.isPresent()) {
      sink.add(line, subject, key + "." + field.get().slug(), field.get().value());
    } else if (value.matches("[\\d.]+ GB/s")) {
      sink.add(line, subject, key + ".gbytes", value.substring(0, value.length() - 5));
    } else {
      sink.add(line, subject, key + ".state", value);
    }
  }
}
