package dev.headroom.formats.switches;

import dev.headroom.formats.fact.Evidence;
import dev.headroom.formats.fact.Fact;
import dev.headroom.formats.fact.Subject;
import dev.headroom.formats.fact.SubjectKind;
import dev.headroom.formats.fact.ValueParser;
import dev.headroom.formats.host.HostFacts;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Bytes that a unicast egress queue of a port sent.
 *
 * @param queue its number
 * @param bytes since the counters were cleared
 */
public record QueueTraffic(String port, int queue, long bytes, Evidence evidence) {
  /** Keys of a port's counters that readers of several vendors share. */
  private static final Pattern SHARED =
      Pattern.compile(
          "counter\\.(?:tx\\.)?(?:group-|tc\\.)(\\d)\\.(?:unicast\\.)?(?:tx-)?byt(?:e)?s");

  /** Queues by counters whose keys several vendors share. */
  public static List<QueueTraffic> ofPorts(HostFacts host) {
    List<QueueTraffic> all = new ArrayList<>();
    for (Subject port : host.facts().subjects(SubjectKind.SWITCH_PORT)) {
      for (Fact fact : host.facts().firstFactsOf(port, name -> SHARED.matcher(name).matches())) {
        Matcher key = SHARED.matcher(fact.key());
        if (key.matches()) {
          ValueParser.wholeNumber(fact.value().replace(",", ""))
              .ifPresent(bytes ->
                  all.add(
                      new QueueTraffic(
                          port.name(), Integer.parseInt(key.group(1)), bytes, fact.evidence())));
        }
      }
    }
    return all;
  }
}
