package dev.headroom.formats.switches.sonic;

import dev.headroom.formats.fact.Facts;
import dev.headroom.formats.fact.Known;
import dev.headroom.formats.fact.Subject;
import dev.headroom.formats.fact.Thing;
import dev.headroom.formats.switches.LostPackets;
import dev.headroom.formats.switches.QueueStorms;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Counters of storms and lost packets in SONiC's tables. */
final class SonicCounters {
  /** Detected and restored, of {@code show pfcwd stats}. */
  private static final Pattern STORMS = Pattern.compile("(\\d{1,9})/(\\d{1,9})");

  private static final String NEXT =
      "if drops go on after a storm, clear with pfcwd stop and start, and take a release with the fix";

  /** A queue in a row of {@code show queue counters}: {@code Ethernet0 UC3}. */
  private static final Pattern QUEUE = Pattern.compile(".* (?:UC|MC|ALL|VOQ)\\d{1,2}");

  /** In such a row. */
  private static final Map<String, String> OF_QUEUES =
      Map.of(
          "drop-pkts", LostPackets.OUT,
          "wreddrp-pkts", LostPackets.OUT + " by WRED",
          "trimdrop-pkts", LostPackets.OUT + " though trimmed");

  /** A group with PFC that drops has too little headroom for what is under way. */
  private static final String PRIORITY_GROUPS = "priority-group drop counters";

  private static final Map<String, String> COUNTERS =
      Map.of(
          "rx-drp", LostPackets.IN,
          "tx-drp", LostPackets.OUT,
          "rx-err", LostPackets.BROKEN,
          "trim-drp-pkts", LostPackets.OUT + " though trimmed",
          "counter.trimmed-dropped-packets", LostPackets.OUT + " though trimmed",
          "counter.wred-total-dropped-packets", LostPackets.OUT + " by WRED",
          "counter.jabbers-received", LostPackets.BROKEN,
          "counter.fragments-received", LostPackets.BROKEN,
          "fec-uncorr", LostPackets.BROKEN + " beyond what FEC mends");

  private SonicCounters() {}

  static List<QueueStorms> storms(Facts facts) {
    List<QueueStorms> storms = new ArrayList<>();
    for (Subject row : facts.subjects(Thing.ITEM)) {
      Known<String> counts = facts.text(row, "storm-detected-restored");
      Matcher of = STORMS.matcher(counts.orElse(""));
      if (of.matches() && counts.where().isPresent()) {
        storms.add(
            new QueueStorms(
                row.name().substring(row.name().lastIndexOf('|') + 1),
                Long.parseLong(of.group(1)),
                OptionalLong.of(Long.parseLong(of.group(2))),
                Optional.of(facts.text(row, "status").orElse("")),
                counts.where().get(),
                NEXT));
      }
    }
    return storms;
  }

  static String lost(Subject subject, String key) {
    boolean ofGroups =
        subject.name().contains(PRIORITY_GROUPS) || subject.name().contains("PG dropped packets");
    if (ofGroups && key.matches("pg\\d{1,2}")) {
      return LostPackets.IN + " in priority group " + key.substring(2);
    }
    return OF_QUEUES.containsKey(key) && QUEUE.matcher(subject.name()).matches()
        ? OF_QUEUES.getOrDefault(key, "")
        : COUNTERS.getOrDefault(key, "");
  }
}
