package dev.headroom.audit;

import dev.headroom.audit.AuditReport.Group;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Groups of similar findings, of which a reader needs only one: findings that several hosts have in
 * common, or several parts of the same hosts. The same kind of fix applies to each, if with a
 * command for each.
 */
final class FindingGroups {
  /** The same of one part, whichever the host. */
  private record OfPart(String rule, String part, String message) {}

  /** The same of the same hosts, whichever the part. */
  private record OfHosts(
      String rule,
      Severity severity,
      List<String> hosts,
      String message,
      Object fix,
      Price price) {}

  private FindingGroups() {}

  /** Groups in the order of their first findings. */
  static List<Group> of(List<Finding> findings) {
    Map<OfPart, List<Finding>> parts = new LinkedHashMap<>();
    for (Finding finding : findings) {
      parts
          .computeIfAbsent(
              new OfPart(finding.rule(), finding.place().part(), finding.message()),
              _ -> new ArrayList<>())
          .add(finding);
    }
    Map<OfHosts, List<Finding>> groups = new LinkedHashMap<>();
    for (List<Finding> members : parts.values()) {
      groups.computeIfAbsent(key(new Group(members)), _ -> new ArrayList<>()).addAll(members);
    }
    return groups.values().stream().map(Group::new).toList();
  }

  private static OfHosts key(Group group) {
    Finding first = group.first();
    return new OfHosts(
        first.rule(),
        first.severity(),
        group.hosts(),
        first.message(),
        first.remedy().fix().shape(),
        first.cost().price());
  }
}
