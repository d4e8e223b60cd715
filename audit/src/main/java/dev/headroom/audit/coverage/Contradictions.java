package dev.headroom.audit.coverage;

import dev.headroom.formats.fact.Fact;
import dev.headroom.formats.fact.SubjectKind;
import dev.headroom.formats.host.HostFacts;
import dev.headroom.formats.kernel.SysctlReader;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/** Values that rules read and of which a host's sources say different things. */
public final class Contradictions {
  /** What events, processes and measurements say of themselves is said many times. */
  private static final Set<SubjectKind> REPEATED =
      EnumSet.of(
          SubjectKind.EVENT,
          SubjectKind.RANK,
          SubjectKind.CHANNEL,
          SubjectKind.MEASUREMENT,
          SubjectKind.METRIC,
          SubjectKind.ITEM,
          SubjectKind.PAIR);

  /** Counters and readings of sensors move between two commands. */
  private static final Pattern VOLATILE =
      Pattern.compile("(.*\\.)?(counter|rate|exported|temperature|clocks|time|uptime)\\b.*");

  private Contradictions() {}

  /**
   * A value beside the one that rules judged.
   *
   * @param judged the one that counts: its source was read first
   * @param other what another source says
   */
  public record Contradiction(String host, Fact judged, Fact other) {}

  /** Those of a host, up to a number. */
  public static List<Contradiction> of(HostFacts host, int most) {
    return host
        .facts()
        .disagreements((subject, key) ->
            !REPEATED.contains(subject.kind())
                // One file of sysctl.d is meant to override another.
                && !key.equals(SysctlReader.FILED)
                && host.facts().use().isRead(subject, key)
                && !VOLATILE.matcher(key).matches())
        .stream()
        .flatMap(other ->
            host
                .facts()
                .first(other.subject(), other.key())
                .filter(first -> !first.evidence().source().equals(other.evidence().source()))
                .map(first -> new Contradiction(host.name(), first, other))
                .stream())
        .limit(most)
        .toList();
  }
}
