package dev.headroom.formats.rdma;

import dev.headroom.formats.fact.Subject;
import dev.headroom.formats.fact.Thing;
import dev.headroom.formats.read.Block;
import dev.headroom.formats.read.Document;
import dev.headroom.formats.read.FactSink;
import dev.headroom.formats.read.Field;
import dev.headroom.formats.read.Kind;
import dev.headroom.formats.read.Line;
import dev.headroom.formats.read.Listing;
import dev.headroom.formats.read.Reader;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reader of {@code ibstatus}: a paragraph for each port, or the reason why there is none. */
public final class IbstatusReader extends Reader {
  /** What it says instead. */
  public static final Subject REFUSAL = new Subject(Thing.ITEM, "ibstatus");

  /** The device that sysfs has no files of; a star is any. */
  public static final String WITHOUT_FILES = "device.without-files";

  private static final Pattern REFUSED =
      Pattern.compile(
          "\\s*Fatal error:\\s+device '([^']{1,80})': sys files not found \\((\\S{1,200})\\)\\s*");

  private static final Pattern PORT =
      Pattern.compile("\\s*Infiniband device '([\\w.-]+)' port (\\d{1,3}) status:\\s*");

  public IbstatusReader() {
    super(Kind.of("ibstatus", "state and rate of RDMA ports", "ibstatus"));
  }

  @Override
  protected List<String> clues() {
    return List.of("Infiniband device '", "sys files not found");
  }

  @Override
  protected boolean starts(Document document, int at) {
    String text = document.text(at);
    return PORT.matcher(text).matches() || REFUSED.matcher(text).matches();
  }

  @Override
  protected void read(Block block, FactSink sink) {
    Matcher refused = REFUSED.matcher(block.first().text());
    if (refused.matches()) {
      sink.say(block.first(), REFUSAL, WITHOUT_FILES, refused.group(1));
      sink.say(block.first(), REFUSAL, "folder", refused.group(2));
      return;
    }
    Matcher port = PORT.matcher(block.first().text());
    if (!port.matches()) {
      return;
    }
    Subject subject = Subject.port(port.group(1), port.group(2));
    sink.say(block.first(), subject, "present", "yes");
    sink.say(block.first(), Subject.rdma(port.group(1)), "present", "yes");
    if (Listing.isOfAll(block, port.group(1))) {
      sink.say(block.first(), Subject.host(), RdmaKeys.DEVICES_LISTED, "ibstatus");
    }
    for (Line line : block) {
      if (line.number() != block.first().number()) {
        Field.of(line.text()).ifPresent(field -> field(line, subject, field, sink));
      }
    }
  }

  private static void field(Line line, Subject subject, Field field, FactSink sink) {
    switch (field.label()) {
      case "default gid" -> sink.say(line, subject, "gid.default", field.value());
      case "base lid" -> sink.say(line, subject, RdmaKeys.LID, field.value());
      case "sm lid" -> sink.say(line, subject, RdmaKeys.SM_LID, field.value());
      case "state" -> {
        sink.say(line, subject, RdmaKeys.STATE, RdmaKeys.numberedState(field.value()));
        sink.say(line, subject, "state.words", field.value());
      }
      case "phys state" -> {
        sink.say(line, subject, RdmaKeys.PHYSICAL_STATE, RdmaKeys.numberedState(field.value()));
        sink.say(line, subject, "state.physical.words", field.value());
      }
      case "rate" -> {
        sink.say(line, subject, RdmaKeys.RATE_GBPS, field.value().split(" ", 2)[0]);
        sink.say(line, subject, RdmaKeys.RATE_WORDS, field.value());
      }
      case "link_layer" -> sink.say(line, subject, RdmaKeys.LINK_LAYER, field.value());
      default -> {}
    }
  }
}
