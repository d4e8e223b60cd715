package dev.headroom.formats.rdma;

import dev.headroom.formats.fact.Subject;
import dev.headroom.formats.fact.SubjectKind;
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

/** Reader of {@code ibstatus}: a paragraph for each port, or the reason why there is none. */
public final class IbstatusReader extends FormatReader {
  /** What it says instead. */
  public static final Subject REFUSAL = new Subject(SubjectKind.ITEM, "ibstatus");

  /** The device that sysfs has no files of; a star is any. */
  public static final String WITHOUT_FILES = "device.without-files";

  private static final Pattern REFUSED =
      Pattern.compile(
          "\\s*Fatal error:\\s+device '([^']{1,80})': sys files not found \\((\\S{1,200})\\)\\s*");

  private static final Pattern PORT =
      Pattern.compile("\\s*Infiniband device '([\\w.-]+)' port (\\d{1,3}) status:\\s*");

  public IbstatusReader() {
    super(FormatKind.of("ibstatus", "state and rate of RDMA ports", "ibstatus"));
  }

  @Override
  protected List<String> clues() {
    return List.of("Infiniband device '", "sys files not found");
  }

  @Override
  protected boolean starts(SourceLines document, int at) {
    String text = document.text(at);
    return PORT.matcher(text).matches() || REFUSED.matcher(text).matches();
  }

  @Override
  protected void read(LineBlock block, FactSink sink) {
    Matcher refused = REFUSED.matcher(block.first().text());
    if (refused.matches()) {
      sink.add(block.first(), REFUSAL, WITHOUT_FILES, refused.group(1));
      sink.add(block.first(), REFUSAL, "folder", refused.group(2));
      return;
    }
    Matcher port = PORT.matcher(block.first().text());
    if (!port.matches()) {
      return;
    }
    Subject subject = Subject.port(port.group(1), port.group(2));
    sink.add(block.first(), subject, "present", "yes");
    sink.add(block.first(), Subject.rdma(port.group(1)), "present", "yes");
    if (OutputCompleteness.listsAll(block, port.group(1))) {
      sink.add(block.first(), Subject.host(), RdmaKeys.DEVICES_LISTED, "ibstatus");
    }
    for (TextLine line : block) {
      if (line.number() != block.first().number()) {
        LabelledField.of(line.text()).ifPresent(field -> field(line, subject, field, sink));
      }
    }
  }

  private static void field(TextLine line, Subject subject, LabelledField field, FactSink sink) {
    switch (field.label()) {
      case "default gid" -> sink.add(line, subject, "gid.default", field.value());
      case "base lid" -> sink.add(line, subject, RdmaKeys.LID, field.value());
      case "sm lid" -> sink.add(line, subject, RdmaKeys.SM_LID, field.value());
      case "state" -> {
        sink.add(line, subject, RdmaKeys.STATE, RdmaKeys.numberedState(field.value()));
        sink.add(line, subject, "state.words", field.value());
      }
      case "phys state" -> {
        sink.add(line, subject, RdmaKeys.PHYSICAL_STATE, RdmaKeys.numberedState(field.value()));
        sink.add(line, subject, "state.physical.words", field.value());
      }
      case "rate" -> {
        sink.add(line, subject, RdmaKeys.RATE_GBPS, field.value().split(" ", 2)[0]);
        sink.add(line, subject, RdmaKeys.RATE_WORDS, field.value());
      }
      case "link_layer" -> sink.add(line, subject, RdmaKeys.LINK_LAYER, field.value());
      default -> {}
    }
  }
}
