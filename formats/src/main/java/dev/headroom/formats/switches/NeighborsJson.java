package dev.headroom.formats.switches;

import dev.headroom.formats.fact.Subject;
import dev.headroom.formats.read.FactSink;
import dev.headroom.formats.read.Line;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * {@code show lldp neighbors | json}, with {@code detail} too, of Arista EOS and Cisco NX-OS, under
 * the keys of the texts.
 */
public final class NeighborsJson {
  private static final Pattern EOS = Pattern.compile("(?:^|\\|)lldpNeighbors\\|(\\d{1,4})$");
  private static final Pattern EOS_DETAIL =
      Pattern.compile(
          "(?:^|\\|)lldpNeighbors\\|([A-Z][\\w/-]{1,40})\\|lldpNeighborInfo\\|(\\d{1,3})(\\|neighborInterfaceInfo)?$");
  private static final Pattern NXOS =
      Pattern.compile("(?:^|\\|)TABLE_(nbor(?:_detail)?)\\|ROW_\\1(?:\\|\\d{1,4})?$");

  private NeighborsJson() {}

  /**
   * Says a member of an object again if it tells of a neighbour.
   *
   * @param path of the object
   * @param member what the object says of a name; blank if nothing
   */
  public static void say(
      Line line,
      String path,
      UnaryOperator<String> member,
      String key,
      String value,
      FactSink sink) {
    if (value.isEmpty() || !(path.contains("lldp") || path.contains("nbor"))) {
      return;
    }
    Matcher detail = EOS_DETAIL.matcher(path);
    if (detail.find()) {
      int number = Integer.parseInt(detail.group(2)) + 1;
      boolean ofPort = detail.group(3) != null;
      if (!ofPort && key.equals("systemName")) {
        Subject neighbor = Neighbors.hears(line, detail.group(1), number, sink);
        sink.say(line, neighbor, Neighbors.DEVICE, value);
      } else if (ofPort && key.equals("interfaceId")) {
        Subject neighbor = Neighbors.at(detail.group(1), number);
        sink.say(line, neighbor, Neighbors.PORT, value.replace("\"", ""));
      }
      return;
    }
    if (EOS.matcher(path).find()) {
      row(line, member, key, value, List.of("port", "neighborDevice", "neighborPort"), sink);
    } else if (NXOS.matcher(path).find()) {
      boolean named = !member.apply("sys_name").isEmpty();
      String device = named ? "sys_name" : "chassis_id";
      row(line, member, key, value, List.of("l_port_id", device, "port_id"), sink);
    }
  }

  /** Names are those of the local port, the neighbour and its port. */
  private static void row(
      Line line,
      UnaryOperator<String> member,
      String key,
      String value,
      List<String> names,
      FactSink sink) {
    String local = member.apply(names.getFirst());
    if (local.isEmpty()) {
      return;
    }
    switch (names.indexOf(key)) {
      case 0 -> Neighbors.hears(line, local, 1, sink);
      case 1 -> sink.say(line, Neighbors.at(local, 1), Neighbors.DEVICE, value);
      case 2 -> sink.say(line, Neighbors.at(local, 1), Neighbors.PORT, value);
      default -> {
        // Its time to live, its addresses.
      }
    }
  }
}
