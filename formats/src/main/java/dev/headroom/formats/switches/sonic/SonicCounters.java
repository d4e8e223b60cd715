package dev.headroom.formats.switches.sonic;

import dev.headroom.formats.fact.Fact;
import dev.headroom.formats.fact.FactSet;
import dev.headroom.formats.fact.ReportedValue;
import dev.headroom.formats.fact.Subject;
import dev.headroom.formats.fact.SubjectKind;
import dev.headroom.formats.fact.ValueParser;
import dev.headroom.formats.switches.HeadroomUse;
import dev.headroom.formats.switches.LossCounterKeys;
import dev.headroom.formats.switches.PacketLoss;
import dev.headroom.formats.switches.QueueTraffic;
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
  private static final Pattern QUEUE = Pattern.compile(".* (UC|MC|ALL|VOQ)(\\d{1,2})");

  private static final Pattern UNICAST = Pattern.compile(".*\\|(\\S+) UC(\\d{1,2})");

  /** A port in the table of headroom: by its title, or by the command. */
  private static final Pattern HEADROOM =
      Pattern.compile(
          ".*(?:priority-group (?:persistent-)?watermark headroom|Ingress headroom per PG:).*\\|([^|]+)");

  private static final Pattern GROUP = Pattern.compile("pg(\\d{1,2})");

  /** In such a row. */
  private static final Map<String, String> OF_QUEUES =
      Map.of(
          "drop-pkts", LossCounterKeys.OUT,
          "wreddrp-pkts", LossCounterKeys.OUT + " by WRED",
          "trimdrop-pkts", LossCounterKeys.OUT + " though trimmed");

  /** A group with PFC that drops has too little headroom for what is under way. */
  private static final String PRIORITY_GROUPS = "priority-group drop counters";

  private static final Map<String, String> COUNTERS =
      Map.ofEntries(
          Map.entry("rx-drp", LossCounterKeys.IN),
          Map.entry("tx-drp", LossCounterKeys.OUT),
          Map.entry("rx-err", LossCounterKeys.BROKEN),
          Map.entry("trim-drp-pkts", LossCounterKeys.OUT + " though trimmed"),
          Map.entry("counter.trimmed-dropped-packets", LossCounterKeys.OUT + " though trimmed"),
          Map.entry("counter.wred-total-dropped-packets", LossCounterKeys.OUT + " by WRED"),
          Map.entry("counter.jabbers-received", LossCounterKeys.BROKEN),
          Map.entry("counter.fragments-received", LossCounterKeys.BROKEN),
          Map.entry("fec-uncorr", LossCounterKeys.BROKEN + " not corrected by FEC"),
          Map.entry("rx-ovr", LossCounterKeys.IN),
          Map.entry("tx-ovr", LossCounterKeys.OUT),
          Map.entry("tx-err", LossCounterKeys.BROKEN));

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

  /** Unicast queues in rows of {@code show queue counters}. */
  static List<QueueTraffic> queueTraffic(FactSet facts) {
    List<QueueTraffic> all = new ArrayList<>();
    for (Subject row : facts.subjects(SubjectKind.ITEM)) {
      Matcher queue = UNICAST.matcher(row.name());
      Optional<Fact> bytes = queue.matches() ? facts.first(row, "counter-bytes") : Optional.empty();
      bytes.ifPresent(fact ->
          ValueParser.wholeNumber(fact.value().replace(",", ""))
              .ifPresent(count ->
                  all.add(
                      new QueueTraffic(
                          queue.group(1),
                          Integer.parseInt(queue.group(2)),
                          count,
                          fact.evidence()))));
    }
    return all;
  }

  /** Rows of {@code show priority-group watermark headroom}. */
  static List<HeadroomUse> headroomUse(FactSet facts) {
    List<HeadroomUse> all = new ArrayList<>();
    for (Subject row : facts.subjects(SubjectKind.ITEM)) {
      Matcher port = HEADROOM.matcher(row.name());
      if (!port.matches()) {
        continue;
      }
      for (Fact fact : facts.firstFactsOf(row, key -> GROUP.matcher(key).matches())) {
        Matcher group = GROUP.matcher(fact.key());
        Optional<Long> bytes = ValueParser.wholeNumber(fact.value().replace(",", ""));
        if (group.matches() && bytes.isPresent()) {
          all.add(
              new HeadroomUse(
                  port.group(1), Integer.parseInt(group.group(1)), bytes.get(), fact.evidence()));
        }
      }
    }
    return all;
  }

  static Optional<PacketLoss> loss(Subject subject, String key) {
    boolean ofGroups =
        subject.name().contains(PRIORITY_GROUPS) || subject.name().contains("PG dropped packets");
    if (ofGroups && key.matches("pg\\d{1,2}")) {
      String number = key.substring(2);
      return Optional.of(
          PacketLoss.ofClass(LossCounterKeys.IN + " in priority group " + number, number));
    }
    Matcher queue = QUEUE.matcher(subject.name());
    String words = OF_QUEUES.get(key);
    // Multicast queues have numbers of their own.
    return words != null && queue.matches()
        ? Optional.of(PacketLoss.ofClass(words, queue.group(1).equals("MC") ? "" : queue.group(2)))
        : Optional.ofNullable(COUNTERS.get(key)).map(PacketLoss::ofPort);
  }
}
