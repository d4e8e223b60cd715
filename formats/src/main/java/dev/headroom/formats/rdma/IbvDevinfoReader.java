package dev.headroom.formats.rdma;

import dev.headroom.formats.fact.Subject;
import dev.headroom.formats.read.Arguments;
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

/** Reader of {@code ibv_devinfo}, with {@code -v} its limits, capabilities and GID tables. */
public final class IbvDevinfoReader extends Reader {
  private static final Pattern DEVICE = Pattern.compile("\\s*hca_id:\\s*([\\w.-]+)\\s*");
  private static final Pattern GID =
      Pattern.compile("\\s*GID\\[\\s*(\\d{1,5})\\]:\\s*([0-9a-fA-F:.]+)(?:,\\s*(.+?))?\\s*");
  private static final Pattern WORD = Pattern.compile("\\s*[A-Za-z][\\w /-]{1,60}\\s*");
  private static final Pattern IN_PARENTHESES = Pattern.compile("(\\S+)\\s*\\((.*)\\)");

  public IbvDevinfoReader() {
    super(Kind.of("ibv_devinfo", "RDMA devices, their ports, limits and GIDs", "ibv_devinfo -v"));
  }

  @Override
  protected List<String> clues() {
    return List.of("hca_id:", "GID[", "phys_state:");
  }

  @Override
  protected boolean starts(Document document, int at) {
    String text = document.text(at);
    return (text.contains("hca_id:") && DEVICE.matcher(text).matches())
        || (text.contains("GID[") && GID.matcher(text).matches())
        || (text.contains("phys_state:") && text.strip().startsWith("phys_state:"));
  }

  @Override
  protected boolean continues(Line line) {
    return GID.matcher(line.text()).matches();
  }

  @Override
  protected void read(Block block, FactSink sink) {
    String device = Arguments.device(block, "ibv_devinfo", "-d").orElse("unnamed");
    boolean isWhole =
        DEVICE.matcher(block.first().text()).matches() && !Listing.isCut(block.command());
    String port = "";
    String label = "";
    for (Line line : block) {
      String text = line.text();
      Matcher id = DEVICE.matcher(text);
      Matcher gid = GID.matcher(text);
      if (id.matches()) {
        device = id.group(1);
        port = "";
        sink.say(line, Subject.rdma(device), "present", "yes");
        if (Listing.isOfAll(block, device)) {
          sink.say(line, Subject.host(), RdmaKeys.DEVICES_LISTED, "ibv_devinfo");
        }
      } else if (gid.matches()) {
        String of = port.isEmpty() ? "1" : port;
        gid(line, Subject.gid(device, of, gid.group(1)), gid, sink);
        if (isWhole) {
          sink.say(line, Subject.port(device, of), RdmaKeys.GIDS_BEGIN, gid.group(1));
          sink.say(line, Subject.port(device, of), RdmaKeys.GIDS_LISTED, "ibv_devinfo");
        }
      } else if (!line.isBlank()) {
        var field = Field.of(text);
        if (field.isPresent() && "port".equals(field.get().label())) {
          port = field.get().value();
          sink.say(line, Subject.port(device, port), "present", "yes");
        } else if (field.isPresent()) {
          label = field.get().label();
          field(line, subject(device, port, label), field.get(), sink);
        } else if (WORD.matcher(text).matches() && !label.isEmpty()) {
          sink.say(line, subject(device, port, label), label, text.strip());
        }
      }
    }
  }

  private static Subject subject(String device, String port, String label) {
    boolean ofPort = !port.isEmpty() || (label.startsWith("phys_state") && !label.contains("cnt"));
    return ofPort ? Subject.port(device, port.isEmpty() ? "1" : port) : Subject.rdma(device);
  }

  private static void gid(Line line, Subject subject, Matcher gid, FactSink sink) {
    sink.say(line, subject, RdmaKeys.GID, gid.group(2));
    if (gid.group(3) != null) {
      sink.say(line, subject, RdmaKeys.GID_TYPE, RdmaKeys.gidType(gid.group(3)));
      sink.say(line, subject, RdmaKeys.GID_TYPE + ".words", gid.group(3));
    }
  }

  private static void field(Line line, Subject subject, Field field, FactSink sink) {
    String value = field.value();
    switch (field.label()) {
      case "fw_ver" -> sink.say(line, subject, RdmaKeys.FIRMWARE, value);
      case "node_guid" -> sink.say(line, subject, RdmaKeys.NODE_GUID, RdmaKeys.guid(value));
      case "sys_image_guid" -> sink.say(line, subject, RdmaKeys.SYSTEM_GUID, RdmaKeys.guid(value));
      case "hw_ver" -> sink.say(line, subject, RdmaKeys.REVISION, value);
      case "board_id" -> sink.say(line, subject, RdmaKeys.BOARD, value);
      case "phys_port_cnt" -> sink.say(line, subject, RdmaKeys.PORTS, value);
      case "state" -> words(line, subject, RdmaKeys.STATE, RdmaKeys.state(value), value, sink);
      case "phys_state" ->
          words(line, subject, RdmaKeys.PHYSICAL_STATE, RdmaKeys.state(value), value, sink);
      case "active_mtu" -> number(line, subject, RdmaKeys.ACTIVE_MTU, value, sink);
      case "max_mtu" -> number(line, subject, RdmaKeys.MAX_MTU, value, sink);
      case "sm_lid" -> sink.say(line, subject, RdmaKeys.SM_LID, value);
      case "port_lid" -> sink.say(line, subject, RdmaKeys.LID, value);
      case "link_layer" -> sink.say(line, subject, RdmaKeys.LINK_LAYER, value);
      case "active_speed", "active_width" ->
          words(line, subject, field.label(), value, value, sink);
      default -> {
        if (field.label().matches("[a-z][a-z0-9_ -]{2,50}") && value.length() <= 80) {
          sink.say(line, subject, field.label(), value);
        }
      }
    }
  }

  private static void words(
      Line line, Subject subject, String key, String value, String words, FactSink sink) {
    sink.say(line, subject, key, value);
    sink.say(line, subject, key + ".words", words);
  }

  /** {@code 4096 (5)}: the number, and what the verbs call it. */
  private static void number(Line line, Subject subject, String key, String value, FactSink sink) {
    Matcher both = IN_PARENTHESES.matcher(value);
    sink.say(line, subject, key, both.matches() ? both.group(1) : value);
    if (both.matches()) {
      sink.say(line, subject, key + ".code", both.group(2));
    }
  }
}
