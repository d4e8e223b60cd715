package dev.headroom.audit.document;

import static java.util.stream.Collectors.toSet;

import dev.headroom.audit.AuditReport;
import dev.headroom.audit.AuditedCabling.Link;
import dev.headroom.audit.Finding;
import dev.headroom.audit.Severity;
import dev.headroom.audit.fix.FixPlan;
import dev.headroom.audit.fix.FixPlan.Cable;
import dev.headroom.audit.fix.FixPlan.Planned;
import dev.headroom.audit.fix.TuningGroup;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Plan of the fixes of a report. Fixes of errors and warnings mend a fault; those of notes are
 * tunings.
 */
public final class FixPlanning {
  private FixPlanning() {}

  /**
   * The plan.
   *
   * @param tunings groups of a profile, by the host
   */
  public static FixPlan of(AuditReport report, Map<String, List<TuningGroup>> tunings) {
    List<Planned> steps = new ArrayList<>();
    for (Finding finding : report.findings()) {
      boolean tuning = finding.severity() == Severity.INFO;
      Finding.Place place = finding.place();
      finding
          .remedy()
          .fix()
          .steps()
          .forEach(step ->
              steps.add(new Planned(place.host(), place.part(), tuning, finding.rule(), step)));
    }
    List<Cable> cables =
        report.cabling().links().stream()
            .map(link -> new Cable(link.host(), link.nic(), link.device(), link.port()))
            .toList();
    return new FixPlan(steps, switches(report), cables, tunings);
  }

  /** What a cable or a rule about switches names as one. */
  private static Set<String> switches(AuditReport report) {
    Set<String> names = report.cabling().links().stream().map(Link::device).collect(toSet());
    report.findings().stream()
        .filter(finding -> finding.rule().startsWith("switch."))
        .forEach(finding -> names.add(finding.place().host()));
    return names;
  }
}
