package dev.headroom.audit.nccl;

import dev.headroom.formats.fact.Evidence;
import dev.headroom.formats.fact.Fact;
import dev.headroom.formats.fact.FactSet;
import dev.headroom.formats.fact.Subject;
import dev.headroom.formats.fact.SubjectKind;
import dev.headroom.formats.host.HostFacts;
import dev.headroom.formats.nccl.NcclRasReader;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Faults that NCCL's RAS subsystem reports, from its text or its JSON.
 *
 * @param isReported whether a report was read
 */
record RasReport(boolean isReported, List<Fault> faults) {
  private static final Pattern COMMUNICATOR = Pattern.compile("communicators\\|(\\d+)");
  private static final Pattern RANK = Pattern.compile("communicators\\|(\\d+)\\|ranks\\|\\d+");
  private static final Pattern COUNTS =
      Pattern.compile("(communicators\\|(\\d+)\\|ranks\\|\\d+)\\|collective_counts");
  private static final int MOST = 6;

  /** Kinds of faults, as RAS names them. */
  enum Kind {
    /** No data of a process or rank. */
    INCOMPLETE,
    /** A process that cannot be reached any more. */
    DEAD,
    /** An error at initialization, or an asynchronous one. */
    ERROR,
    /** Ranks differ in their status, or in the number of operations they launched. */
    MISMATCH,
    /** RAS itself had to wait too long for an answer. */
    TIMEOUT
  }

  /**
   * A fault of the job or of a communicator.
   *
   * @param place of which
   * @param words the details, in RAS's own numbers
   */
  record Fault(Kind kind, String place, String words, List<Evidence> evidence) {}

  static RasReport of(HostFacts host) {
    return host.view(RasReport.class, RasReport::read);
  }

  private static RasReport read(HostFacts host) {
    FactSet facts = host.facts();
    List<Fault> faults = new ArrayList<>();
    boolean reported = false;
    for (Subject item : facts.subjects(SubjectKind.ITEM)) {
      if (item.name().startsWith(NcclRasReader.PREFIX)) {
        reported = true;
        text(facts, item, faults);
      }
    }
    return new RasReport(json(facts, faults) || reported, List.copyOf(faults));
  }

  private static void text(FactSet facts, Subject item, List<Fault> faults) {
    facts.first(item, NcclRasReader.FAULT).ifPresent(name -> faults.add(fault(facts, item, name)));
  }

  private static Fault fault(FactSet facts, Subject item, Fact name) {
    List<Fact> details = facts.all(item, NcclRasReader.DETAIL);
    String place = item.name().substring(NcclRasReader.PREFIX.length());
    List<Evidence> seen = new ArrayList<>();
    seen.add(name.evidence());
    details.stream().limit(MOST).map(Fact::evidence).forEach(seen::add);
    List<String> said = details.stream().map(Fact::value).toList();
    String words = first(said, false, 3);
    String ranks = first(said, true, 2);
    return new Fault(
        Kind.valueOf(name.value()),
        place.substring(0, place.lastIndexOf(' ')),
        ranks.isEmpty() ? words : words + ": " + ranks,
        seen);
  }

  /** The first lines that name a rank, or that do not. */
  private static String first(List<String> said, boolean ofRank, int most) {
    return said.stream()
        .filter(text -> text.startsWith("Rank ") == ofRank)
        .limit(most)
        .collect(Collectors.joining(", "));
  }

  /** The JSON names no faults, but what they follow from. */
  private static boolean json(FactSet facts, List<Fault> faults) {
    Map<String, Map<String, Map<String, List<Fact>>>> counts = new TreeMap<>();
    boolean reported = false;
    for (Subject item : facts.subjects(SubjectKind.ITEM)) {
      Matcher communicator = COMMUNICATOR.matcher(item.name());
      Matcher count = COUNTS.matcher(item.name());
      if (communicator.matches()) {
        List<Fact> missing = facts.all(item, "missing_ranks_count");
        reported |= !missing.isEmpty();
        missing(facts, communicator.group(1), missing, faults);
      } else if (RANK.matcher(item.name()).matches()) {
        error(facts, item, faults);
      } else if (count.matches()) {
        String rank = facts.text(new Subject(SubjectKind.ITEM, count.group(1)), "rank").orElse("?");
        for (Fact operations : facts.firstFactsOf(item, _ -> true)) {
          counts
              .computeIfAbsent(count.group(2), _ -> new TreeMap<>())
              .computeIfAbsent(operations.key(), _ -> new TreeMap<>())
              .computeIfAbsent(operations.value(), _ -> new ArrayList<>())
              .add(new Fact(item, rank, operations.value(), operations.evidence()));
        }
      }
    }
    counts.forEach((communicator, operations) ->
        operations.forEach(
            (operation, byCount) -> mismatch(communicator, operation, byCount, faults)));
    return reported;
  }

  private static void missing(
      FactSet facts, String communicator, List<Fact> missing, List<Fault> faults) {
    Optional<Fact> count =
        missing.stream().filter(fact -> !fact.value().strip().equals("0")).findFirst();
    if (count.isEmpty()) {
      return;
    }
    String prefix = "communicators|" + communicator + "|missing_ranks|";
    List<String> ranks = new ArrayList<>();
    boolean dead = false;
    for (Subject item : facts.subjects(SubjectKind.ITEM)) {
      if (item.name().startsWith(prefix) && facts.first(item, "rank").isPresent()) {
        ranks.add(
            "rank %s on %s"
                .formatted(
                    facts.text(item, "rank").orElse("?"), facts.text(item, "host").orElse("?")));
        Subject status = new Subject(SubjectKind.ITEM, item.name() + "|status");
        dead |= facts.text(status, "considered_dead").equalTo("true");
      }
    }
    String words =
        "data of %s of its ranks is missing".formatted(count.get().value().strip())
            + (ranks.isEmpty()
                ? ""
                : ": " + String.join(", ", ranks.subList(0, Math.min(MOST, ranks.size()))));
    faults.add(
        new Fault(
            dead ? Kind.DEAD : Kind.INCOMPLETE,
            "communicator " + communicator,
            words,
            List.of(count.get().evidence())));
  }

  private static void error(FactSet facts, Subject rank, List<Fault> faults) {
    Subject status = new Subject(SubjectKind.ITEM, rank.name() + "|status");
    for (String key : List.of("init_state", "async_error")) {
      facts.all(status, key).stream()
          .filter(fact -> !fact.value().strip().matches("0|7"))
          .findFirst()
          .ifPresent(fact ->
              faults.add(
                  new Fault(
                      Kind.ERROR,
                      "communicator " + rank.name().split("\\|", -1)[1],
                      "rank %s has %s %s"
                          .formatted(facts.text(rank, "rank").orElse("?"), key, fact.value()),
                      List.of(fact.evidence()))));
    }
  }

  private static void mismatch(
      String communicator, String operation, Map<String, List<Fact>> byCount, List<Fault> faults) {
    if (byCount.size() < 2) {
      return;
    }
    List<Fact> fewest =
        byCount.values().stream().min((one, two) -> one.size() - two.size()).orElseThrow();
    String ranks = String.join(", ", fewest.stream().map(Fact::key).limit(MOST).toList());
    faults.add(
        new Fault(
            Kind.MISMATCH,
            "communicator " + communicator,
            "ranks launched different numbers of %s operations (%s); %s of rank %s"
                .formatted(
                    operation,
                    String.join(", ", byCount.keySet()),
                    fewest.getFirst().value(),
                    ranks),
            fewest.stream().limit(MOST).map(Fact::evidence).toList()));
  }
}
