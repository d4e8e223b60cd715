package dev.headroom.formats.rdma;

import dev.headroom.formats.fact.Subject;
import dev.headroom.formats.read.FactSink;
import dev.headroom.formats.read.FormatKind;
import dev.headroom.formats.read.FormatReader;
import dev.headroom.formats.read.LabelledField;
import dev.headroom.formats.read.LineBlock;
import dev.headroom.formats.read.OutputCompleteness;
import dev.headroom.formats.read.SourceLines;
import dev.headroom.formats.read.TextLine;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reader of {@code ibstat}: each adapter with its ports, or the reason why one could not be read.
 */
public final class IbstatReader extends FormatReader {
  /** Of the host: an adapter that was listed and could not be read. */
  public static final String UNREADABLE = "ibstat.unreadable";

  /** The reason that stands beside it. */
  private static final Pattern PANIC =
      Pattern.compile(
          "\\s*ibpanic: \\[\\d+\\] main: stat of IB device '([\\w.-]{1,80})' failed: (\\S.*?)\\s*");

  private static final Pattern DEVICE = Pattern.compile("\\s*CA '([\\w.-]+)'\\s*");
  private static final Pattern PORT = Pattern.compile("\\s*Port (\\d{1,3}):\\s*");

  public IbstatReader() {
    super(FormatKind.of("ibstat", "RDMA devices and the state of their ports", "ibstat"));
  }

  @Override
  protected List<String> clues() {
    return List.of("CA '", "ibpanic: ");
  }

  @Override
  protected boolean starts(SourceLines document, int at) {
    String text = document.text(at);
    return DEVICE.matcher(text).matches() || isPanic(text);
  }

  private static boolean isPanic(String text) {
    return text.contains("ibpanic: ") && PANIC.matcher(text).matches();
  }

  @Override
  protected void read(LineBlock block, FactSink sink) {
    Matcher panic = PANIC.matcher(block.first().text());
    if (panic.matches()) {
      sink.add(block.first(), Subject.host(), UNREADABLE, panic.group(1));
      sink.add(block.first(), Subject.host(), UNREADABLE + ".reason", panic.group(2));
      return;
    }
    Matcher device = DEVICE.matcher(block.first().text());
    if (!device.matches()) {
      return;
    }
    String name = device.group(1);
    Subject subject = Subject.rdma(name);
    for (TextLine line : block) {
      Matcher port = PORT.matcher(line.text());
      if (line.number() == block.first().number()) {
        sink.add(line, subject, "present", "yes");
        if (OutputCompleteness.listsAll(block, name)) {
          sink.add(line, Subject.host(), RdmaKeys.DEVICES_LISTED, "ibstat");
        }
      } else if (port.matches()) {
        subject = Subject.port(name, port.group(1));
        sink.add(line, subject, "present", "yes");
      } else if (!line.isBlank()) {
        Subject of = subject;
        LabelledField.of(line.text()).ifPresent(field -> field(line, of, field, sink));
      }
    }
  }

  private static void field(TextLine line, Subject subject, LabelledField field, FactSink sink) {
    switch (field.label()) {
      case "CA type" -> sink.add(line, subject, RdmaKeys.HARDWARE, field.value());
      case "Number of ports" -> sink.add(line, subject, RdmaKeys.PORTS, field.value());
      case "Firmware version" -> sink.add(line, subject, RdmaKeys.FIRMWARE, field.value());
      case "Hardware version" -> sink.add(line, subject, RdmaKeys.REVISION, field.value());
      case "Node GUID" -> sink.add(line, subject, RdmaKeys.NODE_GUID, RdmaKeys.guid(field.value()));
      case "System image GUID" ->
          sink.add(line, subject, RdmaKeys.SYSTEM_GUID, RdmaKeys.guid(field.value()));
      case "Port GUID" -> sink.add(line, subject, RdmaKeys.PORT_GUID, RdmaKeys.guid(field.value()));
      case "State" -> sink.add(line, subject, RdmaKeys.STATE, RdmaKeys.state(field.value()));
      case "Physical state" ->
          sink.add(line, subject, RdmaKeys.PHYSICAL_STATE, RdmaKeys.state(field.value()));
      case "Rate" -> rate(line, subject, field.value(), sink);
      case "Base lid" -> sink.add(line, subject, RdmaKeys.LID, field.value());
      case "SM lid" -> sink.add(line, subject, RdmaKeys.SM_LID, field.value());
      case "Link layer" -> sink.add(line, subject, RdmaKeys.LINK_LAYER, field.value());
      case "LMC", "Capability mask" -> sink.add(line, subject, field.slug(), field.value());
      default -> {
        if (field.label().matches("[A-Z][A-Za-z ]{1,30}")) {
          sink.add(line, subject, field.slug(), field.value());
        }
      }
    }
  }

  /** {@code 56}, {@code 40 (FDR10)}. */
  private static void rate(TextLine line, Subject subject, String value, FactSink sink) {
    String[] parts = value.split(" ", 2);
    sink.add(line, subject, RdmaKeys.RATE_GBPS, parts[0]);
    if (parts.length > 1) {
      sink.add(line, subject, RdmaKeys.RATE_WORDS, parts[1]);
    }
  }
}
