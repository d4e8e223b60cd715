package dev.headroom.formats.nic;

import dev.headroom.formats.emit.DeviceChange;
import dev.headroom.formats.emit.EmitStep;
import dev.headroom.formats.emit.Exactness;
import dev.headroom.model.knob.ClassMap;
import dev.headroom.model.text.PortRanges;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Priorities that a NIC gives to DSCPs, and its trust in them. */
final class DscpPriorities {
  static final String KNOB = "hosts.dscpMap";

  /** What a NIC does that trusts the priority of VLAN tags: RDMA's packets have none. */
  private static final String UNTAGGED = "*=0";

  private final QosRequest request;
  private final HostQosTool tool;
  private final List<QosLine> lines = new ArrayList<>();
  private final List<DeviceChange> changes = new ArrayList<>();
  private final List<UnitCommand> lasting = new ArrayList<>();

  private DscpPriorities(QosRequest request) {
    this.request = request;
    tool = request.tool();
  }

  static QosPart of(QosRequest request) {
    String map = request.knob(KNOB);
    Optional<String> trust = request.present("qos.trust");
    boolean isUntagged = map.replace("\"", "").equals(UNTAGGED) && trust.equals(Optional.of("pcp"));
    if (map.isEmpty() || map.equals("default") || isUntagged) {
      return QosPart.NONE;
    }
    DscpPriorities priorities = new DscpPriorities(request);
    priorities.trust(trust);
    priorities.map(ClassMap.named(map, ClassMap.ofDscps(map)));
    return new QosPart(priorities.lines, priorities.changes, priorities.lasting);
  }

  /** Whether an input shows the table of DSCPs, so that one that it lacks has no entry. */
  static boolean isTableShown(QosRequest request) {
    return !request
        .facts()
        .firstFactsOf(request.subject(), key -> key.startsWith("qos.dscp."))
        .isEmpty();
  }

  private void trust(Optional<String> now) {
    if (tool.trust().isEmpty()) {
      return;
    }
    String command = request.filled(tool.trust());
    lasting.add(new UnitCommand("trust", command));
    if (!now.equals(Optional.of("dscp"))) {
      lines.add(
          new QosLine(
              command,
              now.map(old -> request.filled(tool.trust().replaceFirst("(?i)dscp$", old)))
                  .orElse("")));
      changes.add(request.change(KNOB, now, "trust dscp", new Exactness.Exact()));
    }
  }

  private void map(Map<Integer, Integer> wanted) {
    Map<List<String>, List<String>> moved = new LinkedHashMap<>();
    wanted.forEach((dscp, of) -> {
      String priority = String.valueOf(of);
      lasting.add(new UnitCommand("dscp " + dscp, sorted(dscp, priority)));
      List<String> now = now(dscp);
      if (!now.equals(List.of(priority))) {
        lines.addAll(moved(dscp, now, priority));
        moved
            .computeIfAbsent(List.of(String.join(" and ", now), priority), _ -> new ArrayList<>())
            .add(String.valueOf(dscp));
      }
    });
    moved.forEach((priorities, dscps) -> {
      String list = PortRanges.of(dscps).replace(" to ", "-");
      Optional<String> from = Optional.of(priorities.getFirst()).filter(now -> !now.isEmpty());
      changes.add(
          request.change(
              KNOB, from, "DSCP " + list + " to " + priorities.getLast(), new Exactness.Exact()));
    });
  }

  /** Present priorities of a DSCP. */
  private List<String> now(int dscp) {
    return request.facts().all(request.subject(), "qos.dscp." + dscp + ".priority").stream()
        .map(fact -> fact.value().strip())
        .distinct()
        .toList();
  }

  /**
   * Commands that leave a DSCP with one priority. Where entries stay beside each other, the old
   * ones go first; to undo it, exactly the new one goes.
   */
  private List<QosLine> moved(int dscp, List<String> now, String priority) {
    List<QosLine> all = new ArrayList<>();
    String removal = entry(tool.dscpRemoval(), dscp, priority);
    if (tool.replacesDscps()) {
      List<String> back = new ArrayList<>();
      for (String old : now) {
        back.add(back.isEmpty() ? sorted(dscp, old) : entry(tool.dscpAddition(), dscp, old));
      }
      if (now.isEmpty() && isTableShown(request) && !removal.isEmpty()) {
        back.add(removal);
      }
      return List.of(new QosLine(sorted(dscp, priority), back));
    }
    for (String old : now) {
      if (!old.equals(priority)) {
        all.add(new QosLine(entry(tool.dscpRemoval(), dscp, old), sorted(dscp, old)));
      }
    }
    if (!now.contains(priority)) {
      all.add(new QosLine(sorted(dscp, priority), isTableShown(request) ? removal : ""));
    }
    return all;
  }

  private String sorted(int dscp, String priority) {
    return entry(tool.command(EmitStep.CLASSES), dscp, priority);
  }

  private String entry(String form, int dscp, String priority) {
    return request.filled(form, Map.of("dscp", String.valueOf(dscp), "class", priority));
  }
}
