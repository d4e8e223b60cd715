package dev.headroom.formats.nvidia;

import dev.headroom.formats.fact.Subject;
import dev.headroom.formats.pci.PciKeys;
import dev.headroom.formats.pci.PcieLinkText;
import dev.headroom.formats.read.FactSink;
import dev.headroom.formats.read.FormatKind;
import dev.headroom.formats.read.FormatReader;
import dev.headroom.formats.read.IgnoredLine;
import dev.headroom.formats.read.IndentOutline;
import dev.headroom.formats.read.KeySlug;
import dev.headroom.formats.read.LabelledField;
import dev.headroom.formats.read.LineBlock;
import dev.headroom.formats.read.SourceLines;
import dev.headroom.formats.read.TextLine;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reader of {@code nvidia-smi -q}: labels and values, indented by part. */
public final class NvidiaSmiReader extends FormatReader {
  private static final Pattern GPU =
      Pattern.compile("GPU ([0-9A-Fa-f]{8}:[0-9A-Fa-f]{2}:[0-9A-Fa-f]{2}\\.[0-7])\\s*");

  public NvidiaSmiReader() {
    super(
        FormatKind.of(
            "nvidia-smi",
            "the driver's data about GPUs",
            "nvidia-smi -q",
            IgnoredLine.of("=+NVSMI LOG=+\\s*", "title")));
  }

  @Override
  protected List<String> clues() {
    return List.of("NVSMI LOG", "GPU ", "Fabric");
  }

  @Override
  protected boolean starts(SourceLines document, int at) {
    String text = document.text(at);
    return text.contains("NVSMI LOG") || GPU.matcher(text).matches() || isFabric(document, at);
  }

  /** What is left of it behind {@code grep -A Fabric}. */
  private static boolean isFabric(SourceLines document, int at) {
    return document.text(at).strip().equals("Fabric")
        && document.text(at + 1).matches("\\s+State\\s+: .*");
  }

  @Override
  protected boolean continues(TextLine line) {
    return GPU.matcher(line.text()).matches() || line.text().strip().equals("Fabric");
  }

  @Override
  protected void read(LineBlock block, FactSink sink) {
    int gpu = -1;
    IndentOutline parts = new IndentOutline();
    for (TextLine line : block) {
      Matcher title = GPU.matcher(line.text());
      if (title.matches()) {
        gpu++;
        parts.clear();
        sink.add(line, Subject.gpu(String.valueOf(gpu)), "pci", Subject.pciName(title.group(1)));
      } else if (!line.isBlank() && !line.text().startsWith("=")) {
        Subject subject = gpu < 0 ? Subject.host() : Subject.gpu(String.valueOf(gpu));
        value(line, subject, parts, sink);
      }
    }
  }

  private static void value(TextLine line, Subject subject, IndentOutline parts, FactSink sink) {
    parts.leave(line.indent());
    var field = LabelledField.of(line.text());
    if (field.isEmpty()) {
      String part = KeySlug.of(line.text());
      sink.add(line, subject, "part", parts.path(".") + part);
      parts.enter(line, line.indent(), part);
      return;
    }
    String key = parts.path(".") + field.get().slug();
    sink.add(line, subject, key, field.get().value());
    switch (key) {
      case "product-name" -> sink.add(line, subject, "product", field.get().value());
      case "driver-version" -> sink.add(line, Subject.host(), "nvidia.driver", field.get().value());
      case "pci.gpu-link-info.link-width.current" ->
          PcieLinkText.width(line, subject, PciKeys.LINK_WIDTH, field.get().value(), sink);
      case "pci.gpu-link-info.link-width.max" ->
          PcieLinkText.width(line, subject, PciKeys.LINK_MAX_WIDTH, field.get().value(), sink);
      default -> {}
    }
  }
}
