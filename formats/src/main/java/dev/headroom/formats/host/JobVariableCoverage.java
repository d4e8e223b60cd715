package dev.headroom.formats.host;

import dev.headroom.formats.fact.Fact;
import dev.headroom.formats.fact.Subject;
import dev.headroom.formats.fact.SubjectKind;
import dev.headroom.formats.nccl.NcclKeys;
import dev.headroom.formats.read.LaunchVariables;
import java.util.regex.Pattern;

/**
 * Completeness of a job's known environment: only the variables that a source names, or the
 * knowledge that no others are set.
 *
 * @param isComplete whether those that nobody names are not set
 */
record JobVariableCoverage(boolean isComplete) {
  /** As {@code env} and configuration files have it: a line for each, and nothing around it. */
  private static final Pattern LISTED = Pattern.compile("\\s*[A-Za-z_]\\w*=.*");

  static JobVariableCoverage of(HostFacts host) {
    return new JobVariableCoverage(isComplete(host));
  }

  /**
   * Whether those that are not named are not set: somebody listed them, or a job's log names those
   * that NCCL found and goes on to where it has looked at all.
   */
  private static boolean isComplete(HostFacts host) {
    boolean told = false;
    for (Subject variable : host.facts().subjects(SubjectKind.ENV)) {
      for (Fact fact : host.facts().firstFactsOf(variable)) {
        String line = fact.evidence().text();
        if (LISTED.matcher(line).matches() && !LaunchVariables.hasLeadingVariables(line)) {
          return true;
        }
        told |= line.contains(" set by environment to ") || line.contains(" set to ");
      }
    }
    return told && isStarted(host);
  }

  private static boolean isStarted(HostFacts host) {
    return host.facts().subjects(SubjectKind.RANK).stream()
        .flatMap(rank -> host.facts().all(rank, NcclKeys.INFO).stream())
        .anyMatch(said -> said.value().endsWith("Init COMPLETE"));
  }
}
