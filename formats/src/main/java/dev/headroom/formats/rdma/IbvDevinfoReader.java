package dev.headroom.formats.rdma;

import dev.headroom.formats.fact.Subject;
import dev.headroom.formats.read.CommandArguments;
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

/** Reader of {@code ibv_devinfo}, with {@code -v} its limits, capabilities and GID tables. */
public final class IbvDevinfoReader extends FormatReader {
  private static final Pattern DEVICE = Pattern.compile("\\s*hca_id:\\s*([\\w.-]+)\\s*");
  private static final Pattern GID =
      Pattern.compile("\\s*GID\\[\\s*(\\d{1,5})\\]:\\s*([0-9a-fA-F:.]+)(?:,\\s*(.+?))?\\s*");
  private static final Pattern WORD = Pattern.compile("\\s*[A-Za-z][\\w /-]{1,60}\\s*");
  private static final Pattern IN_PARENTHESES = Pattern.compile("(\\S+)\\s*\\((.*)\\)");

  public IbvDevinfoReader() {
    super(
        FormatKind.of(
            "ibv_devinfo", "RDMA devices, their ports, limits and GIDs", "ibv_devinfo -v"));
  }

  @Override
  protected List<String> clues() {
    return List.of("hca_id:", "GID[", "phys_state:");
  }

  @Override
  protected boolean starts(SourceLines document, int at) {
    String text = document.text(at);
    return (text.contains("hca_id:") && DEVICE.matcher(text).matches())
        || (text.contains("GID[") && GID.matcher(text).matches())
        || (text.contains("phys_state:") && text.strip().startsWith("phys_state:"));
  }

  @Override
  protected boolean continues(TextLine line) {
    return GID.matcher(line.text()).matches();
  }

  @Override
  protected void read(LineBlock block, FactSink sink) {
    String device = CommandArguments.device(block, "ibv_devinfo", "-d").orElse("unnamed");
    boolean isWhole =
        DEVICE.matcher(block.first().text()).matches()
            && !OutputCompleteness.isFiltered(block.command());
    String port = "";
    String label = "";
    for (TextLine line : block) {
      String text = line.text();
      Matcher id = DEVICE.matcher(text);
      Matcher gid = GID.matcher(text);
      if (id.matches()) {
        device = id.group(1);
        port = "";
        sink.add(line, Subject.rdma(device), "present", "yes");
        if (OutputCompleteness.listsAll(block, device)) {
          sink.add(line, Subject.host(), RdmaKeys.DEVICES_LISTED, "ibv_devinfo");
        }
      } else if (gid.matches()) {
        String of = port.isEmpty() ? "1" : port;
        gid(line, Subject.gid(device, of, gid.group(1)), gid, sink);
        if (isWhole) {
          sink.add(line, Subject.port(device, of), RdmaKeys.GIDS_BEGIN, gid.group(1));
          sink.add(line, Subject.port(device, of), RdmaKeys.GIDS_LISTED, "ibv_devinfo");
        }
      } else if (!line.isBlank()) {
        var field = LabelledField.of(text);
        if (field.isPresent() && "port".equals(field.get().label())) {
          port = field.get().value();
          sink.add(line, Subject.port(device, port), "present", "yes");
        } else if (field.isPresent()) {
          label = field.get().label();
          field(line, subject(device, port, label), field.get(), sink);
        } else if (WORD.matcher(text).matches() && !label.isEmpty()) {
          sink.add(line, subject(device, port, label), label, text.strip());
        }
      }
    }
  }

  private static Subject subject(String device, String port, String label) {
    boolean ofPort = !port.isEmpty() || (label.startsWith("phys_state") && !label.contains("cnt"));
    return ofPort ? Subject.port(device, port.isEmpty() ? "1" : port) : Subject.rdma(device);
  }

  private static void gid(TextLine line, Subject subject, Matcher gid, FactSink sink) {
    sink.add(line, subject, RdmaKeys.GID, gid.group(2));
    if (gid.group(3) != null) {
      sink.add(line, subject, RdmaKeys.GID_TYPE, RdmaKeys.gidType(gid.group(3)));
      sink.add(line, subject, RdmaKeys.GID_TYPE + ".words", gid.group(3));
    }
  }

  private static void field(TextLine line, Subject subject, LabelledField field, FactSink sink) {
    String value = field.value();
    switch (field.label()) {
      case "fw_ver" -> sink.add(line, subject, RdmaKeys.FIRMWARE, value);
      case "node_guid" -> sink.add(line, subject, RdmaKeys.NODE_GUID, RdmaKeys.guid(value));
      case "sys_image_guid" -> sink.add(line, subject, RdmaKeys.SYSTEM_GUID, RdmaKeys.guid(value));
      case "hw_ver" -> sink.add(line, subject, RdmaKeys.REVISION, value);
      case "board_id" -> sink.add(line, subject, RdmaKeys.BOARD, value);
      case "phys_port_cnt" -> sink.add(line, subject, RdmaKeys.PORTS, value);
      case "state" -> words(line, subject, RdmaKeys.STATE, RdmaKeys.state(value), value, sink);
      case "phys_state" ->
          words(line, subject, RdmaKeys.PHYSICAL_STATE, RdmaKeys.state(value), value, sink);
      case "active_mtu" -> number(line, subject, RdmaKeys.ACTIVE_MTU, value, sink);
      case "max_mtu" -> number(line, subject, RdmaKeys.MAX_MTU, value, sink);
      case "sm_lid" -> sink.add(line, subject, RdmaKeys.SM_LID, value);
      case "port_lid" -> sink.add(line, subject, RdmaKeys.LID, value);
      case "link_layer" -> sink.add(line, subject, RdmaKeys.LINK_LAYER, value);
      case "active_speed", "active_width" ->
          words(line, subject, field.label(), value, value, sink);
      default -> {
        if (field.label().matches("[a-z][a-z0-9_ -]{2,50}") && value.length() <= 80) {
          sink.add(line, subject, field.label(), value);
        }
      }
    }
  }

  private static void words(
      TextLine line, Subject subject, String key, String value, String words, FactSink sink) {
    sink.add(line, subject, key, value);
    sink.add(line, subject, key + ".words", words);
  }

  /** {@code 4096 (5)}: the number, and what the verbs call it. */
  private static void number(
      TextLine line, Subject subject, String key, String value, FactSink sink) {
    Matcher both = IN_PARENTHESES.matcher(value);
    sink.add(line, subject, key, both.matches() ? both.group(1) : value);
    if (both.matches()) {
      sink.add(line, subject, key + ".code", both.group(2));
    }
  }
}
