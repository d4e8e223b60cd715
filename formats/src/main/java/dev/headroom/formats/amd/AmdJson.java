package dev.headroom.formats.amd;

import dev.headroom.formats.fact.Subject;
import dev.headroom.formats.read.FactSink;
import dev.headroom.formats.read.KeySlug;
import dev.headroom.formats.read.TextLine;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reader of the GPU data in {@code rocm-smi --json} and {@code amd-smi --json}, with the same keys
 * as the text outputs. The one has an object {@code card0} for each GPU, the other an array of
 * objects that begin with {@code "gpu": 0}, since ROCm 7 within {@code gpu_data}.
 */
public final class AmdJson {
  private static final Pattern CARD = Pattern.compile("card(\\d{1,3})");
  private static final Pattern GPU = Pattern.compile("(?:gpu_data\\|)?\\d{1,3}");

  private AmdJson() {}

  /** The GPU that rocm-smi tells of at a path, if it is one. */
  public static Optional<String> gpuAt(String path) {
    Matcher card = CARD.matcher(path);
    return card.matches() ? Optional.of(card.group(1)) : Optional.empty();
  }

  /** Whether amd-smi tells of one GPU at a path, and this is the number there. */
  public static boolean isGpu(String path, String number) {
    return number.matches("\\d{1,3}") && GPU.matcher(path).matches();
  }

  /** {@code "PCI Bus": "0000:C9:00.0"}, perhaps with the group before it: {@code (Topology)}. */
  public static void ofCard(
      TextLine line, String number, String name, String value, FactSink sink) {
    Subject gpu = Subject.gpu(number);
    String label = KeySlug.of(name.replaceFirst("^\\(\\w{1,30}\\) ", "").replaceFirst(":$", ""));
    switch (label) {
      case "pci-bus" -> sink.add(line, gpu, "pci", Subject.pciName(value));
      case "numa-node" -> sink.add(line, gpu, "numa", value);
      case "card-series" -> sink.add(line, gpu, "product", value);
      default -> {
        // Under its own label, below.
      }
    }
    sink.add(line, gpu, "rocm-smi." + label, value);
  }

  /**
   * A value somewhere in the object of a GPU.
   *
   * @param part the way to it in that object, each step followed by a bar: {@code bus|bdf|}
   */
  public static void ofGpu(TextLine line, String number, String part, String value, FactSink sink) {
    Subject gpu = Subject.gpu(number);
    StringBuilder key = new StringBuilder("amd-smi");
    for (String step : part.split("\\|")) {
      key.append('.').append(KeySlug.of(step));
    }
    sink.add(line, gpu, key.toString(), value);
    AmdKeys.addNormalized(line, gpu, key.toString(), value, sink);
  }
}
