package dev.headroom.formats.rdma;

import dev.headroom.formats.fact.Subject;
import dev.headroom.formats.fact.SubjectKind;
import dev.headroom.formats.read.FactSink;
import dev.headroom.formats.read.OutputCompleteness;
import dev.headroom.formats.read.TextLine;
import java.util.Set;

/**
 * Reader of {@code rdma -j}: devices, links and their counters, with the keys of the text output.
 */
public final class RdmaJson {
  private static final Set<String> NO_COUNTERS =
      Set.of("ifindex", "port", "netdev_index", "lmc", "index");

  private RdmaJson() {}

  /**
   * Says a member of an object about a device or a port again, where the text names it otherwise.
   *
   * @param command that printed it, or blank
   */
  public static void addNormalized(
      TextLine line, String command, Subject subject, String key, String value, FactSink sink) {
    if (subject.kind() != SubjectKind.PORT && subject.kind() != SubjectKind.RDMA) {
      return;
    }
    switch (key) {
      case "ifname" -> {
        if (OutputCompleteness.listsAll(command, value)) {
          sink.add(line, Subject.host(), RdmaKeys.DEVICES_LISTED, "rdma -j");
        }
      }
      case "physical_state" ->
          sink.add(line, subject, RdmaKeys.PHYSICAL_STATE, RdmaKeys.state(value));
      case "fw" -> sink.add(line, subject, RdmaKeys.FIRMWARE, value);
      case "node_guid" -> sink.add(line, subject, RdmaKeys.NODE_GUID, RdmaKeys.guid(value));
      case "sys_image_guid" -> sink.add(line, subject, RdmaKeys.SYSTEM_GUID, RdmaKeys.guid(value));
      case "sm_lid" -> sink.add(line, subject, RdmaKeys.SM_LID, value);
      default -> {
        boolean counter =
            subject.kind() == SubjectKind.PORT
                && value.matches("\\d{1,20}")
                && !key.equals("lid")
                && !NO_COUNTERS.contains(key);
        if (counter) {
          sink.add(line, subject, RdmaKeys.counter(key), value);
        }
      }
    }
  }
}
