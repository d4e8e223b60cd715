package dev.headroom.formats.pci;

import dev.headroom.formats.fact.Subject;
import dev.headroom.formats.read.FactSink;
import dev.headroom.formats.read.FormatKind;
import dev.headroom.formats.read.FormatReader;
import dev.headroom.formats.read.KeySlug;
import dev.headroom.formats.read.LabelledField;
import dev.headroom.formats.read.LineBlock;
import dev.headroom.formats.read.SourceLines;
import dev.headroom.formats.read.TextLine;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reader of {@code lspci -vmm}, a record of labels and values for each function, and of {@code
 * lspci -mm}, a line with quoted parts (lspci(8), "Machine readable output"). With {@code -n}
 * numbers stand for words, with {@code -nn} behind them.
 */
public final class LspciMachineReader extends FormatReader {
  private static final String ADDRESS =
      "((?:[0-9a-fA-F]{4,8}:)?[0-9a-fA-F]{2}:[0-9a-fA-F]{2}\\.[0-7])";
  private static final Pattern SLOT = Pattern.compile("Slot:\\s+" + ADDRESS + "\\s*");
  private static final Pattern LABEL = Pattern.compile("(?:Device|[A-Z][A-Za-z]{2,11}):\\s.*");
  private static final Pattern LINE = Pattern.compile(ADDRESS + " (\"[^\"]*\" \"[^\"]*\" \".*)");
  private static final Pattern PART = Pattern.compile("\"([^\"]*)\"|-([rp])([0-9a-f]{2})");
  private static final Pattern NUMBER = Pattern.compile("(.*) \\[([0-9a-f]{4})\\]");

  public LspciMachineReader() {
    super(
        FormatKind.of(
            "lspci-mm", "PCI functions in lspci's machine-readable form", "lspci -vmm, lspci -mm"));
  }

  @Override
  protected List<String> clues() {
    return List.of("Slot:", " \"");
  }

  @Override
  protected boolean starts(SourceLines document, int at) {
    String text = document.text(at);
    return (text.startsWith("Slot:")
            && SLOT.matcher(text).matches()
            && document.text(at + 1).startsWith("Class:"))
        || (text.indexOf('"') > 6 && text.indexOf('"') < 18 && LINE.matcher(text).matches());
  }

  @Override
  protected boolean continues(TextLine line) {
    return LABEL.matcher(line.text()).matches();
  }

  @Override
  protected int end(SourceLines document, int at, Starts starts) {
    return document.text(at).startsWith("Slot:") ? super.end(document, at, starts) : at + 1;
  }

  @Override
  protected void read(LineBlock block, FactSink sink) {
    Matcher slot = SLOT.matcher(block.first().text());
    Matcher inLine = LINE.matcher(block.first().text());
    if (slot.matches()) {
      record(block, Subject.pci(slot.group(1)), sink);
    } else if (inLine.matches()) {
      line(block.first(), Subject.pci(inLine.group(1)), inLine.group(2), sink);
    }
  }

  /** Ends at a blank line: the next record is a block of its own. */
  private static void record(LineBlock block, Subject function, FactSink sink) {
    String vendor = "";
    sink.add(block.first(), function, "present", "yes");
    for (TextLine line : block.lines().subList(1, block.lines().size())) {
      if (line.isBlank()) {
        return;
      }
      var field = LabelledField.of(line.text());
      if (field.isEmpty() || !LABEL.matcher(line.text()).matches()) {
        continue;
      }
      String value = field.get().value();
      if (field.get().label().equals("Vendor")) {
        vendor = words(value);
      }
      label(line, function, field.get().label(), value, vendor, sink);
    }
  }

  private static void label(
      TextLine line, Subject function, String label, String value, String vendor, FactSink sink) {
    switch (label) {
      case "Class" -> {
        if (!isNumber(value)) {
          sink.add(line, function, PciKeys.CLASS, words(value));
        }
        number(line, function, PciKeys.CLASS_CODE, "0x", value, sink);
      }
      case "Vendor" -> {
        sink.add(line, function, "vendor", words(value));
        number(line, function, PciKeys.VENDOR_ID, "", value, sink);
      }
      case "Device" -> {
        if (!isNumber(value)) {
          sink.add(line, function, PciKeys.NAME, (vendor + " " + words(value)).strip());
        }
        number(line, function, PciKeys.DEVICE_ID, "", value, sink);
      }
      case "Driver" -> sink.add(line, function, PciKeys.DRIVER, value);
      case "NUMANode" -> sink.add(line, function, PciKeys.NUMA, value);
      case "IOMMUGroup" -> sink.add(line, function, PciKeys.IOMMU_GROUP, value);
      case "PhySlot" -> sink.add(line, function, PciKeys.PHYSICAL_SLOT, value);
      case "Rev" -> sink.add(line, function, "revision", value);
      case "ProgIf" -> sink.add(line, function, "programming-interface", value);
      default -> sink.add(line, function, "lspci." + KeySlug.of(label), value);
    }
  }

  /** Class, vendor, device; revision; the subsystem's vendor and device. */
  private static void line(TextLine line, Subject function, String parts, FactSink sink) {
    List<String> quoted = new ArrayList<>();
    Matcher part = PART.matcher(parts);
    while (part.find()) {
      if (part.group(1) != null) {
        quoted.add(part.group(1));
      } else {
        label(
            line, function, part.group(2).equals("r") ? "Rev" : "ProgIf", part.group(3), "", sink);
      }
    }
    List<String> labels = List.of("Class", "Vendor", "Device", "SVendor", "SDevice");
    for (int i = 0; i < Math.min(quoted.size(), labels.size()); i++) {
      label(line, function, labels.get(i), quoted.get(i), words(quoted.get(1)), sink);
    }
  }

  /** Without the number behind them. */
  private static String words(String value) {
    Matcher numbered = NUMBER.matcher(value);
    return numbered.matches() ? numbered.group(1) : value;
  }

  private static void number(
      TextLine line, Subject function, String key, String before, String value, FactSink sink) {
    Matcher numbered = NUMBER.matcher(value);
    if (numbered.matches()) {
      sink.add(line, function, key, before + numbered.group(2));
    } else if (isNumber(value)) {
      sink.add(line, function, key, before + value);
    }
  }

  private static boolean isNumber(String value) {
    return value.matches("[0-9a-f]{4}");
  }
}
