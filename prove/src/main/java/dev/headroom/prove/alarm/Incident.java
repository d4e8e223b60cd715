package dev.headroom.prove.alarm;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Alarm that nothing else explains, with those that follow from it. A storm on a leaf raises alarms
 * on a hundred machines: who starts it is one incident, and they are below it.
 *
 * @param root the alarm
 * @param followers what follows from it, directly or not
 */
public record Incident(Alarm root, List<Alarm> followers) {
  private static final Comparator<Incident> WORST_FIRST =
      Comparator.<Incident, AlarmSeverity>comparing(each -> each.root().rule().severity())
          .thenComparing(each -> each.root().since())
          .thenComparing(each -> each.root().place());

  /** The incidents of some alarms, the worst and oldest first. */
  public static List<Incident> of(List<Alarm> alarms) {
    Map<Alarm, List<Alarm>> roots = new LinkedHashMap<>();
    for (Alarm alarm : alarms) {
      if (alarms.stream().noneMatch(each -> each.explains(alarm))) {
        roots.put(alarm, new ArrayList<>());
      }
    }
    for (Alarm alarm : alarms) {
      if (!roots.containsKey(alarm)) {
        roots.computeIfAbsent(root(alarm, alarms), _ -> new ArrayList<>()).add(alarm);
      }
    }
    return roots.entrySet().stream()
        .map(each -> new Incident(each.getKey(), each.getValue()))
        .sorted(WORST_FIRST)
        .toList();
  }

  /** Up from one alarm to what explains it; the table has no circle, which a test holds. */
  private static Alarm root(Alarm alarm, List<Alarm> alarms) {
    return alarms.stream()
        .filter(each -> each.explains(alarm))
        .findFirst()
        .map(each -> root(each, alarms))
        .orElse(alarm);
  }
}
