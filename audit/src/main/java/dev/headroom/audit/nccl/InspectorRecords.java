package dev.headroom.audit.nccl;

import dev.headroom.audit.FindingCollector;
import dev.headroom.audit.HostRule;
import dev.headroom.audit.RuleInfo;
import dev.headroom.audit.Severity;
import dev.headroom.audit.fix.Fix;
import dev.headroom.formats.fact.Evidence;
import dev.headroom.formats.fact.Fact;
import dev.headroom.formats.fact.FactSet;
import dev.headroom.formats.fact.FactSource;
import dev.headroom.formats.fact.Subject;
import dev.headroom.formats.fact.SubjectKind;
import dev.headroom.formats.fact.ValueParser;
import dev.headroom.formats.host.HostFacts;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Rule that compares what the ranks of a communicator completed, in the records of NCCL's inspector
 * plugin: one JSON object for each collective, with its number by kind of collective.
 */
final class InspectorRecords extends HostRule {
  private static final String RECORDS =
      "the files of NCCL's inspector plugin (NCCL_INSPECTOR_DUMP_DIR)";

  /** Ranks write their files in turns, so that one collective apart is normal. */
  private static final long APART = 1;

  private static final Subject HEADER = new Subject(SubjectKind.ITEM, "header");
  private static final Subject RECORD = new Subject(SubjectKind.ITEM, "coll_perf");

  InspectorRecords() {
    super(
        RuleInfo.warning("nccl.inspector-ranks-apart")
            .title("the ranks of a communicator complete the same collectives")
            .inputs(RECORDS)
            .cause(
                "Each rank numbers the collectives of a kind that it completes. If the numbers "
                    + "stay apart, ranks wait for each other. If the same number has different "
                    + "sizes, ranks called different collectives, and the job hangs or computes "
                    + "wrong results.")
            .source("NVIDIA/nccl, plugins/profiler/inspector (README.md, inspector_json.cc)"));
  }

  /**
   * A completed collective.
   *
   * @param group communicator and kind of collective
   */
  private record Record(String group, String rank, long number, String size, Evidence evidence) {}

  @Override
  protected void judge(HostFacts host, FindingCollector to) {
    List<Record> records = records(host.facts());
    if (records.isEmpty()) {
      to.notApplicable(host.name(), "no record of NCCL's inspector plugin was read");
      return;
    }
    Map<String, List<Record>> groups = new TreeMap<>();
    records.forEach(each -> groups.computeIfAbsent(each.group(), _ -> new ArrayList<>()).add(each));
    groups.forEach((name, group) -> judge(host, name, group, to));
  }

  private static void judge(HostFacts host, String name, List<Record> group, FindingCollector to) {
    Map<Long, Record> byNumber = new HashMap<>();
    Map<String, Record> last = new TreeMap<>();
    Optional<List<Record>> unlike = Optional.empty();
    for (Record each : group) {
      Record same = byNumber.putIfAbsent(each.number(), each);
      if (same != null && !same.size().equals(each.size()) && unlike.isEmpty()) {
        unlike = Optional.of(List.of(same, each));
      }
      last.merge(each.rank(), each, (one, other) -> one.number() >= other.number() ? one : other);
    }
    long most = last.values().stream().mapToLong(Record::number).max().orElse(0);
    List<Record> behind =
        last.values().stream().filter(each -> most - each.number() > APART).toList();
    if (unlike.isPresent()) {
      unlike(host, name, unlike.get(), to);
    } else if (behind.isEmpty()) {
      to.pass();
    } else {
      behind(host, name, behind, most, to);
    }
  }

  private static void unlike(HostFacts host, String name, List<Record> two, FindingCollector to) {
    Record one = two.getFirst();
    Record other = two.getLast();
    to.finding(
            host.name(),
            name,
            "rank %s has %s bytes in number %d, rank %s has %s bytes"
                .formatted(one.rank(), one.size(), one.number(), other.rank(), other.size()))
        .severity(Severity.ERROR)
        .addEvidence(two.stream().map(Record::evidence).toList())
        .fix(() ->
            Fix.advice(
                "compare the calls of these two ranks in the program: shapes that depend on the "
                    + "rank, or a collective that one of them skips"))
        .report();
  }

  private static void behind(
      HostFacts host, String name, List<Record> behind, long most, FindingCollector to) {
    Record first = behind.getFirst();
    String ranks = String.join(", ", behind.stream().map(Record::rank).limit(8).toList());
    to.finding(
            host.name(),
            name,
            "%s %s completed number %d, and others number %d"
                .formatted(behind.size() == 1 ? "rank" : "ranks", ranks, first.number(), most))
        .addEvidence(behind.stream().limit(3).map(Record::evidence).toList())
        .fix(() ->
            Fix.advice(
                "take the stacks of these ranks (py-spy dump -p PID) and ncclras, if the job still "
                    + "runs; check their nodes for XIDs and slow NICs"))
        .report();
  }

  /** The header of a record stands above it in the same object. */
  private static List<Record> records(FactSet facts) {
    List<Fact> ids = facts.all(HEADER, "id");
    List<Record> records = new ArrayList<>();
    Map<String, Fact> ranks = byPlace(facts.all(HEADER, "rank"));
    Map<String, Fact> sizes = byPlace(facts.all(RECORD, "coll_msg_size_bytes"));
    Map<String, Fact> kinds = byPlace(facts.all(RECORD, "coll"));
    for (Fact number : facts.all(RECORD, "coll_sn")) {
      Optional<Fact> id = nearest(ids, number.evidence());
      Optional<Fact> rank = id.flatMap(each -> near(ranks, each.evidence(), 1));
      Optional<Fact> size = near(sizes, number.evidence(), 1);
      Optional<Fact> kind = near(kinds, number.evidence(), -1);
      Optional<Long> count = ValueParser.wholeNumber(number.value());
      if (id.isPresent()
          && rank.isPresent()
          && size.isPresent()
          && kind.isPresent()
          && count.isPresent()) {
        records.add(
            new Record(
                "communicator " + id.get().value() + " " + kind.get().value(),
                rank.get().value(),
                count.get(),
                size.get().value(),
                number.evidence()));
      }
    }
    return records;
  }

  private static Map<String, Fact> byPlace(List<Fact> facts) {
    Map<String, Fact> places = new HashMap<>();
    facts.forEach(
        fact -> places.put(place(fact.evidence().source(), fact.evidence().line()), fact));
    return places;
  }

  private static String place(FactSource source, int line) {
    return source.name() + ":" + line;
  }

  /** On the same line, where an object stands on one, or some lines below or above. */
  private static Optional<Fact> near(Map<String, Fact> places, Evidence of, int direction) {
    for (int step = 0; step <= 4; step++) {
      Fact found = places.get(place(of.source(), of.line() + direction * step));
      if (found != null) {
        return Optional.of(found);
      }
    }
    return Optional.empty();
  }

  private static Optional<Fact> nearest(List<Fact> ids, Evidence below) {
    return ids.stream()
        .filter(id ->
            id.evidence().source().equals(below.source()) && id.evidence().line() <= below.line())
        .reduce((_, later) -> later);
  }
}
