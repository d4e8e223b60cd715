package dev.headroom.formats.switches.table;

import dev.headroom.formats.fact.Subject;
import dev.headroom.formats.read.FactSink;
import dev.headroom.formats.read.TextLine;
import dev.headroom.formats.switches.SwitchJsonMembers;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reader of {@code show lldp neighbors | json}, also with {@code detail}, of Arista EOS and Cisco
 * NX-OS, with the keys of the text outputs. A port may hear several, as one whose host has a DPU of
 * its own does.
 */
public final class NeighborsJson implements SwitchJsonMembers {
  private static final Pattern EOS = Pattern.compile("(?:^|\\|)lldpNeighbors\\|(\\d{1,4})$");
  private static final Pattern EOS_HEARD =
      Pattern.compile("(?:^|\\|)lldpNeighbors\\|([A-Z][\\w/-]{1,40})\\|lldpNeighborInfo$");
  private static final Pattern EOS_DETAIL =
      Pattern.compile(
          "(?:^|\\|)lldpNeighbors\\|([A-Z][\\w/-]{1,40})\\|lldpNeighborInfo\\|(\\d{1,3})(?:\\|neighborInterfaceInfo)?$");
  private static final Pattern NXOS =
      Pattern.compile("(?:^|\\|)TABLE_(nbor(?:_detail)?)\\|ROW_\\1(?:\\|\\d{1,4})?$");

  private final Map<String, Integer> numbers = new HashMap<>();
  private final Map<String, Integer> heard = new HashMap<>();
  private final FactSink sink;

  public NeighborsJson(FactSink sink) {
    this.sink = sink;
  }

  /** Says a member of an object again if it tells of a neighbour. */
  @Override
  public void take(
      TextLine line, String path, UnaryOperator<String> member, String key, String value) {
    if (value.isEmpty() || !(path.contains("lldp") || path.contains("nbor"))) {
      return;
    }
    Matcher list = EOS_HEARD.matcher(path);
    Matcher detail = EOS_DETAIL.matcher(path);
    if (list.find() && key.matches("\\d{1,3}")) {
      LldpNeighbors.addLocalPort(line, list.group(1), Integer.parseInt(key) + 1, sink);
    } else if (detail.find()) {
      int number = Integer.parseInt(detail.group(2)) + 1;
      Subject neighbor = LldpNeighbors.at(detail.group(1), number);
      detail(line, neighbor, member, key, value);
    } else if (EOS.matcher(path).find()) {
      row(line, path, member, key, value, List.of("port", "neighborDevice", "neighborPort"));
    } else if (NXOS.matcher(path).find()) {
      String device = named(member, "sys_name", "chassis_id");
      row(line, path, member, key, value, List.of("l_port_id", device, "port_id"));
    }
  }

  /** Of a neighbour and of its port; those that say no name are known by their chassis. */
  private void detail(
      TextLine line, Subject neighbor, UnaryOperator<String> member, String key, String value) {
    if (key.equals(named(member, "systemName", "chassisId"))) {
      sink.add(line, neighbor, LldpNeighbors.DEVICE, value);
    } else if (key.equals(named(member, "interfaceId", "interfaceId_v2"))) {
      sink.add(line, neighbor, LldpNeighbors.PORT, value.replace("\"", ""));
    }
  }

  private static String named(UnaryOperator<String> member, String first, String other) {
    return member.apply(first).isEmpty() ? other : first;
  }

  /** Names are those of the local port, the neighbour and its port. */
  private void row(
      TextLine line,
      String path,
      UnaryOperator<String> member,
      String key,
      String value,
      List<String> names) {
    String local = member.apply(names.getFirst());
    int name = names.indexOf(key);
    if (local.isEmpty() || name < 0) {
      return; // Its time to live, its addresses.
    }
    int number = number(path, local);
    switch (name) {
      case 0 -> LldpNeighbors.addLocalPort(line, local, number, sink);
      case 1 -> sink.add(line, LldpNeighbors.at(local, number), LldpNeighbors.DEVICE, value);
      default -> sink.add(line, LldpNeighbors.at(local, number), LldpNeighbors.PORT, value);
    }
  }

  /** Which of its port's neighbours in a table a row is. */
  private int number(String row, String local) {
    String table = row.replaceFirst("\\|\\d{1,4}$", "");
    return numbers.computeIfAbsent(row, _ -> heard.merge(table + " " + local, 1, Integer::sum));
  }
}
