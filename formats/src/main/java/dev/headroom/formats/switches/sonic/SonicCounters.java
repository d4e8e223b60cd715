package dev.headroom.formats.switches.sonic;

import dev.headroom.formats.fact.FactSet;
import dev.headroom.formats.fact.ReportedValue;
import dev.headroom.formats.fact.Subject;
import dev.headroom.formats.fact.SubjectKind;
import dev.headroom.formats.switches.LossCounterKeys;
import dev.headroom.formats.switches.WatchdogStorms;
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
      "if drops continue after a storm, clear them with pfcwd stop and start, and install a "
          + "release with the fix";

  /** A queue in a row of {@code show queue counters}: {@code Ethernet0 UC3}. */
  private static final Pattern QUEUE = Pattern.compile(".* (?:UC|MC|ALL|VOQ)\\d{1,2}");

  /** In such a row. */
  private static final Map<String, String> OF_QUEUES =
      Map.of(
          "drop-pkts", LossCounterKeys.OUT,
          "wreddrp-pkts", LossCounterKeys.OUT + " by WRED",
          "trimdrop-pkts", LossCounterKeys.OUT + " though trimmed");

  /** A group with PFC that drops has too little headroom for what is under way. */
  private static final String PRIORITY_GROUPS = "priority-group drop counters";

  private static final Map<String, String> COUNTERS =
      Map.of(
          "rx-drp", LossCounterKeys.IN,
          "tx-drp", LossCounterKeys.OUT,
          "rx-err", LossCounterKeys.BROKEN,
          "trim-drp-pkts", LossCounterKeys.OUT + " though trimmed",
          "counter.trimmed-dropped-packets", LossCounterKeys.OUT + " though trimmed",
          "counter.wred-total-dropped-packets", LossCounterKeys.OUT + " by WRED",
          "counter.jabbers-received", LossCounterKeys.BROKEN,
          "counter.fragments-received", LossCounterKeys.BROKEN,
          "fec-uncorr", LossCounterKeys.BROKEN + " not corrected by FEC");

  private SonicCounters() {}

  static List<WatchdogStorms> watchdogStorms(FactSet facts) {
    List<WatchdogStorms> storms = new ArrayList<>();
    for (Subject row : facts.subjects(SubjectKind.ITEM)) {
      ReportedValue<String> counts = facts.text(row, "storm-detected-restored");
      Matcher of = STORMS.matcher(counts.orElse(""));
      if (of.matches() && counts.findEvidence().isPresent()) {
        storms.add(
            new WatchdogStorms(
                row.name().substring(row.name().lastIndexOf('|') + 1),
                Long.parseLong(of.group(1)),
                OptionalLong.of(Long.parseLong(of.group(2))),
                Optional.of(facts.text(row, "status").orElse("")),
                counts.findEvidence().get(),
                NEXT));
      }
    }
    return storms;
  }

  static String lossKind(Subject subject, String key) {
    boolean ofGroups =
        subject.name().contains(PRIORITY_GROUPS) || subject.name().contains("PG dropped packets");
    if (ofGroups && key.matches("pg\\d{1,2}")) {
      return LossCounterKeys.IN + " in priority group " + key.substring(2);
    }
    return OF_QUEUES.containsKey(key) && QUEUE.matcher(subject.name()).matches()
        ? OF_QUEUES.getOrDefault(key, "")
        : COUNTERS.getOrDefault(key, "");
  }
}
