package dev.headroom.app.improve;

import dev.headroom.audit.AuditReport;
import dev.headroom.audit.AuditReport.Group;
import dev.headroom.audit.Finding;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Findings of a rule in the bundle, and what became of them in the copy.
 *
 * @param group all of them; of the copy where the bundle does not have them
 * @param left those that the copy still has
 * @param isNew whether the plan brought it
 */
record FindingFate(Group group, List<Finding> left, boolean isNew) {
  /** Groups of rules about what no setting changes. */
  private static final List<String> HARDWARE =
      List.of("pcie.link-", "fleet.pci-link", "optics.", "gpu.", "link.flaps");

  FindingFate {
    left = List.copyOf(left);
  }

  /** All findings of both reports. */
  static List<FindingFate> of(AuditReport before, AuditReport after) {
    Set<List<String>> remain = places(after);
    Set<List<String>> were = places(before);
    List<FindingFate> all = new ArrayList<>();
    for (Group group : byRule(before)) {
      List<Finding> left =
          group.members().stream().filter(each -> remain.contains(place(each))).toList();
      all.add(new FindingFate(group, left, false));
    }
    for (Group group : byRule(after)) {
      List<Finding> brought =
          group.members().stream().filter(each -> !were.contains(place(each))).toList();
      if (!brought.isEmpty()) {
        all.add(new FindingFate(new Group(brought), brought, true));
      }
    }
    return List.copyOf(all);
  }

  /** Findings of a rule together, in the order of the report. */
  private static List<Group> byRule(AuditReport report) {
    Map<String, List<Finding>> rules = new LinkedHashMap<>();
    report
        .findings()
        .forEach(each -> rules.computeIfAbsent(each.rule(), _ -> new ArrayList<>()).add(each));
    return rules.values().stream().map(Group::new).toList();
  }

  private static Set<List<String>> places(AuditReport report) {
    Set<List<String>> places = new HashSet<>();
    report.findings().forEach(each -> places.add(place(each)));
    return places;
  }

  private static List<String> place(Finding finding) {
    return List.of(finding.rule(), finding.place().host(), finding.place().part());
  }

  boolean isMended() {
    return left.isEmpty();
  }

  /** Whether it is of hardware, which a person has to mend. */
  boolean isOfHardware() {
    return HARDWARE.stream().anyMatch(group.first().rule()::startsWith);
  }

  /** {@code mended}, {@code left: ...}. */
  String text() {
    if (isMended()) {
      return "mended";
    }
    String what =
        isNew
            ? "the plan brings it"
            : isOfHardware()
                ? "left: hardware, which no setting mends"
                : "left: the plan changes no setting that mends it";
    return left.size() < group.members().size()
        ? what + " (" + left.size() + " of " + group.members().size() + ")"
        : what;
  }
}
