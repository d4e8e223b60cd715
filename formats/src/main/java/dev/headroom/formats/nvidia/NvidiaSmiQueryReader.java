package dev.headroom.formats.nvidia;

import dev.headroom.formats.fact.Subject;
import dev.headroom.formats.pci.PciKeys;
import dev.headroom.formats.pci.PcieLinkText;
import dev.headroom.formats.read.FactSink;
import dev.headroom.formats.read.FormatKind;
import dev.headroom.formats.read.FormatReader;
import dev.headroom.formats.read.KeySlug;
import dev.headroom.formats.read.LineBlock;
import dev.headroom.formats.read.SourceLines;
import dev.headroom.formats.read.TextLine;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Reader of {@code nvidia-smi --query-gpu=... --format=csv}: the fields that somebody asked for, a
 * row for each GPU. Rows without an index stand in the order of the GPUs.
 */
public final class NvidiaSmiQueryReader extends FormatReader {
  private static final Pattern FIELD =
      Pattern.compile("[a-z][a-z0-9_]*(?:\\.[a-z0-9_]+)*(?: \\[[A-Za-z%/]{1,6}\\])?");

  /** Beginnings of names that only this tool has. */
  private static final Pattern OWN =
      Pattern.compile(
          "(?:pcie\\.link|pci\\.(?:bus|device)|memory\\.(?:total|used|free)|utilization\\.|clocks\\.|temperature\\.|power\\.(?:draw|limit|default_limit|min_limit|max_limit)|ecc\\.|fabric\\.|gpu_(?:uuid|bus_id|recovery_action)).*");

  public NvidiaSmiQueryReader() {
    super(
        FormatKind.of(
            "nvidia-smi-query", "queried GPU fields", "nvidia-smi --query-gpu=... --format=csv"));
  }

  @Override
  protected List<String> clues() {
    return List.of(
        "pcie.link",
        "pci.",
        "memory.",
        "utilization.",
        "clocks.",
        "temperature.",
        "power.",
        "ecc.",
        "fabric.",
        "gpu_");
  }

  @Override
  protected boolean starts(SourceLines document, int at) {
    String text = document.text(at);
    return text.length() < 1000
        && (text.indexOf('.') > 0 || text.contains("gpu_recovery_action"))
        && cells(text).allMatch(cell -> FIELD.matcher(cell).matches())
        && cells(text).anyMatch(cell -> OWN.matcher(cell).matches())
        && cells(document.text(at + 1)).count() == cells(text).count()
        && !document.line(at + 1).isBlank();
  }

  private static Stream<String> cells(String text) {
    return Stream.of(text.split(",", -1)).map(String::strip);
  }

  @Override
  protected int end(SourceLines document, int at, Starts starts) {
    long columns = cells(document.text(at)).count();
    int end = at + 1;
    while (end < document.size()
        && !document.line(end).isBlank()
        && !document.isBoundary(end)
        && cells(document.text(end)).count() == columns) {
      end++;
    }
    return end;
  }

  @Override
  protected void read(LineBlock block, FactSink sink) {
    List<String> columns = cells(block.first().text()).toList();
    sink.add(block.first(), Subject.host(), "nvidia-smi.query", String.join(", ", columns));
    int index = columns.indexOf("index");
    int next = 0;
    for (TextLine line : block.lines().subList(1, block.lines().size())) {
      List<String> cells = cells(line.text()).toList();
      boolean named = index >= 0 && cells.get(index).matches("\\d{1,3}");
      Subject gpu = Subject.gpu(named ? cells.get(index) : String.valueOf(next));
      next++;
      for (int i = 0; i < cells.size(); i++) {
        value(line, gpu, columns.get(i), cells.get(i), sink);
      }
    }
  }

  private static void value(
      TextLine line, Subject gpu, String column, String value, FactSink sink) {
    sink.add(line, gpu, "nvidia-smi.query." + KeySlug.of(column), value);
    switch (column) {
      case "name", "gpu_name" -> sink.add(line, gpu, "product", value);
      case "pci.bus_id", "gpu_bus_id" -> sink.add(line, gpu, "pci", Subject.pciName(value));
      case "pcie.link.width.current" ->
          PcieLinkText.width(line, gpu, PciKeys.LINK_WIDTH, value, sink);
      case "pcie.link.width.max" ->
          PcieLinkText.width(line, gpu, PciKeys.LINK_MAX_WIDTH, value, sink);
      case "pcie.link.gen.current", "pcie.link.gen.gpucurrent" ->
          PcieLinkText.generation(line, gpu, PciKeys.LINK_GTS, value, sink);
      case "pcie.link.gen.max" ->
          PcieLinkText.generation(line, gpu, PciKeys.LINK_MAX_GTS, value, sink);
      default -> {
        // Under its own name only.
      }
    }
  }
}
