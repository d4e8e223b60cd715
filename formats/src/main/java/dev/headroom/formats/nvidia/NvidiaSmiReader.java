package dev.headroom.formats.nvidia;

import dev.headroom.formats.fact.Subject;
import dev.headroom.formats.pci.LinkWords;
import dev.headroom.formats.pci.PciKeys;
import dev.headroom.formats.read.Block;
import dev.headroom.formats.read.Document;
import dev.headroom.formats.read.FactSink;
import dev.headroom.formats.read.Field;
import dev.headroom.formats.read.Ignored;
import dev.headroom.formats.read.Kind;
import dev.headroom.formats.read.Line;
import dev.headroom.formats.read.Outline;
import dev.headroom.formats.read.Reader;
import dev.headroom.formats.read.Slug;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reader of {@code nvidia-smi -q}: labels and values, indented by part. */
public final class NvidiaSmiReader extends Reader {
  private static final Pattern GPU =
      Pattern.compile("GPU ([0-9A-Fa-f]{8}:[0-9A-Fa-f]{2}:[0-9A-Fa-f]{2}\\.[0-7])\\s*");

  public NvidiaSmiReader() {
    super(
        Kind.of(
            "nvidia-smi",
            "what the driver says of GPUs",
            "nvidia-smi -q",
            Ignored.of("=+NVSMI LOG=+\\s*", "title")));
  }

  @Override
  protected List<String> clues() {
    return List.of("NVSMI LOG", "GPU ", "Fabric");
  }

  @Override
  protected boolean starts(Document document, int at) {
    String text = document.text(at);
    return text.contains("NVSMI LOG") || GPU.matcher(text).matches() || isFabric(document, at);
  }

  /** What is left of it behind {@code grep -A Fabric}. */
  private static boolean isFabric(Document document, int at) {
    return document.text(at).strip().equals("Fabric")
        && document.text(at + 1).matches("\\s+State\\s+: .*");
  }

  @Override
  protected boolean continues(Line line) {
    return GPU.matcher(line.text()).matches() || line.text().strip().equals("Fabric");
  }

  @Override
  protected void read(Block block, FactSink sink) {
    int gpu = -1;
    Outline parts = new Outline();
    for (Line line : block) {
      Matcher title = GPU.matcher(line.text());
      if (title.matches()) {
        gpu++;
        parts.clear();
        sink.say(line, Subject.gpu(String.valueOf(gpu)), "pci", Subject.pciName(title.group(1)));
      } else if (!line.isBlank() && !line.text().startsWith("=")) {
        Subject subject = gpu < 0 ? Subject.host() : Subject.gpu(String.valueOf(gpu));
        value(line, subject, parts, sink);
      }
    }
  }

  private static void value(Line line, Subject subject, Outline parts, FactSink sink) {
    parts.leave(line.indent());
    var field = Field.of(line.text());
    if (field.isEmpty()) {
      String part = Slug.of(line.text());
      sink.say(line, subject, "part", parts.path(".") + part);
      parts.enter(line, line.indent(), part);
      return;
    }
    String key = parts.path(".") + field.get().slug();
    sink.say(line, subject, key, field.get().value());
    switch (key) {
      case "product-name" -> sink.say(line, subject, "product", field.get().value());
      case "driver-version" -> sink.say(line, Subject.host(), "nvidia.driver", field.get().value());
      case "pci.gpu-link-info.link-width.current" ->
          LinkWords.width(line, subject, PciKeys.LINK_WIDTH, field.get().value(), sink);
      case "pci.gpu-link-info.link-width.max" ->
          LinkWords.width(line, subject, PciKeys.LINK_MAX_WIDTH, field.get().value(), sink);
      default -> {}
    }
  }
}
