package dev.headroom.formats.rdma;

import dev.headroom.formats.fact.Subject;
import dev.headroom.formats.fact.Thing;
import dev.headroom.formats.read.FactSink;
import dev.headroom.formats.read.Line;
import dev.headroom.formats.read.Listing;
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
  public static void say(
      Line line, String command, Subject subject, String key, String value, FactSink sink) {
    if (subject.thing() != Thing.PORT && subject.thing() != Thing.RDMA) {
      return;
    }
    switch (key) {
      case "ifname" -> {
        if (Listing.isOfAll(command, value)) {
          sink.say(line, Subject.host(), RdmaKeys.DEVICES_LISTED, "rdma -j");
        }
      }
      case "physical_state" ->
          sink.say(line, subject, RdmaKeys.PHYSICAL_STATE, RdmaKeys.state(value));
      case "fw" -> sink.say(line, subject, RdmaKeys.FIRMWARE, value);
      case "node_guid" -> sink.say(line, subject, RdmaKeys.NODE_GUID, RdmaKeys.guid(value));
      case "sys_image_guid" -> sink.say(line, subject, RdmaKeys.SYSTEM_GUID, RdmaKeys.guid(value));
      case "sm_lid" -> sink.say(line, subject, RdmaKeys.SM_LID, value);
      default -> {
        boolean counter =
            subject.thing() == Thing.PORT
                && value.matches("\\d{1,20}")
                && !key.equals("lid")
                && !NO_COUNTERS.contains(key);
        if (counter) {
          sink.say(line, subject, RdmaKeys.counter(key), value);
        }
      }
    }
  }
}
