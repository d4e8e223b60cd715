package dev.headroom.formats.host;

import dev.headroom.formats.fact.Fact;
import dev.headroom.formats.fact.ReportedValue;
import dev.headroom.formats.fact.Subject;
import dev.headroom.formats.fact.SubjectKind;
import java.util.Locale;
import java.util.Set;

/**
 * Name of a machine by its own files: {@code /etc/hostname}, {@code uname}, {@code hostname} of a
 * switch's configuration, {@code DEVICE_METADATA} of SONiC's, {@code nv set system hostname}.
 *
 * @param reportedName not said where a machine has only the name that it came with
 */
record SelfReportedName(ReportedValue<String> reportedName) {
  /** What machines are called that nobody named. */
  static final Set<String> NAMELESS =
      Set.of("localhost", "sonic", "switch", "ubuntu", "host", "cumulus");

  private static final Subject SONIC = new Subject(SubjectKind.ITEM, "DEVICE_METADATA|localhost");
  private static final String NVUE = "nv set system hostname ";

  static SelfReportedName of(HostFacts host) {
    ReportedValue<String> said =
        host.facts()
            .text(Subject.host(), "hostname")
            .orElseReported(host.facts().text(SONIC, "hostname"))
            .orElseReported(nvue(host));
    return new SelfReportedName(
        said.matches(SelfReportedName::tells)
            ? said.map(String::strip)
            : ReportedValue.unreported("its host name"));
  }

  private static boolean tells(String name) {
    String bare = HostName.bare(name.strip());
    return !bare.isEmpty() && !NAMELESS.contains(bare.toLowerCase(Locale.ROOT));
  }

  private static ReportedValue<String> nvue(HostFacts host) {
    for (Subject part : host.facts().subjects(SubjectKind.SWITCH_SETTING)) {
      for (Fact fact : host.facts().all(part, "command")) {
        if (fact.value().startsWith(NVUE)) {
          return ReportedValue.reported(
              fact.value().substring(NVUE.length()).strip(), fact.evidence());
        }
      }
    }
    return ReportedValue.unreported("nv set system hostname");
  }
}
