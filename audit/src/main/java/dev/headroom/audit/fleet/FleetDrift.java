package dev.headroom.audit.fleet;

import dev.headroom.audit.FindingCollector;
import dev.headroom.audit.FleetRule;
import dev.headroom.audit.fix.Fix;
import dev.headroom.audit.rulefile.RuleInfoKeys;
import dev.headroom.audit.rulefile.RuleKind;
import dev.headroom.formats.fact.Evidence;
import dev.headroom.formats.fact.ReportedValue;
import dev.headroom.model.yaml.BlockKey;
import dev.headroom.model.yaml.BlockValues;
import dev.headroom.model.yaml.WordChoice;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Rule that reports differences in a value that hosts should have in common, part by part. Where
 * most hosts have one value, the others are reported; where none is that of most, all of them.
 */
final class FleetDrift extends FleetRule<FleetDrift.Values> {
  /** Parts that are named; what says the same of more is said with their number. */
  private static final int MOST_PARTS = 3;

  private static final int MOST_LINES = 8;

  private static final BlockKey<HostValues> COMPARES =
      BlockKey.needed(
          "compares",
          WordChoice.of(HostValues.class),
          "settings that should be the same on " + "all hosts");

  /** Such rules in files. */
  static final RuleKind KIND =
      new RuleKind(
          RuleInfoKeys.shape("a rule that compares hosts", COMPARES, RuleInfoKeys.ADVICE),
          (row, _, _) -> Optional.of(new FleetDrift(row)));

  private final String advice;

  private FleetDrift(BlockValues row) {
    super(RuleInfoKeys.ruleInfo(row), host -> Values.of(host.name(), row.get(COMPARES).of(host)));
    advice = row.get(RuleInfoKeys.ADVICE);
  }

  /**
   * What a host says, where it says anything. Words are kept once for all hosts: most say the same.
   *
   * @param host its name
   */
  record Values(String host, Map<String, ReportedValue<String>> byPart) {
    static Values of(String host, Map<String, ReportedValue<String>> all) {
      Map<String, ReportedValue<String>> said = new LinkedHashMap<>();
      all.forEach((part, value) -> {
        if (value instanceof ReportedValue.Reported<String>(String text, Evidence where)) {
          Evidence kept = new Evidence(where.source(), where.line(), where.text().intern());
          said.put(part.intern(), ReportedValue.reported(text.intern(), kept));
        }
      });
      return new Values(host, said);
    }
  }

  private record Has(String host, Evidence evidence) {}

  /**
   * What a host says otherwise than most: the same words may be said of many parts.
   *
   * @param others how it is with most, in words
   */
  private record Otherwise(String host, String value, String others) {}

  @Override
  protected void judge(List<Values> hosts, FindingCollector to) {
    if (hosts.size() < 2) {
      to.missingInput("", "two or more hosts");
      return;
    }
    Map<String, Map<String, List<Has>>> parts = new TreeMap<>();
    for (Values host : hosts) {
      host.byPart()
          .forEach((part, value) ->
              value
                  .findEvidence()
                  .ifPresent(line ->
                      parts
                          .computeIfAbsent(part, _ -> new LinkedHashMap<>())
                          .computeIfAbsent(value.get(), _ -> new ArrayList<>())
                          .add(new Has(host.host(), line))));
    }
    if (parts.values().stream().allMatch(each -> count(each) < 2)) {
      to.missingInput("", String.join("; ", info().inputs()) + " of two or more hosts");
    }
    Map<Otherwise, Map<String, List<Evidence>>> found = new LinkedHashMap<>();
    parts.forEach((part, said) -> compare(part, said, found, to));
    found.forEach((otherwise, where) -> report(otherwise, where, to));
  }

  private static void compare(
      String part,
      Map<String, List<Has>> said,
      Map<Otherwise, Map<String, List<Evidence>>> found,
      FindingCollector to) {
    if (said.size() < 2) {
      to.pass();
      return;
    }
    String usual =
        said.entrySet().stream()
            .max(Comparator.comparingInt(each -> each.getValue().size()))
            .map(Map.Entry::getKey)
            .orElseThrow();
    List<Has> most = said.getOrDefault(usual, List.of());
    if (2 * most.size() <= count(said)) {
      said.forEach((value, who) -> {
        for (Has has : who) {
          found
              .computeIfAbsent(
                  new Otherwise(has.host(), value, undecided(value, said)),
                  _ -> new LinkedHashMap<>())
              .put(part, said.values().stream().map(each -> each.getFirst().evidence()).toList());
        }
      });
      return;
    }
    String others =
        usual + " on " + (most.size() == 1 ? most.getFirst().host() : most.size() + " other hosts");
    said.forEach((value, who) -> {
      if (!value.equals(usual)) {
        for (Has has : who) {
          found
              .computeIfAbsent(new Otherwise(has.host(), value, others), _ -> new LinkedHashMap<>())
              .put(part, List.of(has.evidence(), most.getFirst().evidence()));
        }
      }
    });
  }

  /** Other values with their hosts: none is that of most, so that none is called wrong. */
  private static String undecided(String own, Map<String, List<Has>> said) {
    String others =
        said.entrySet().stream()
            .filter(each -> !each.getKey().equals(own))
            .map(each ->
                each.getKey()
                    + " on "
                    + (each.getValue().size() == 1
                        ? each.getValue().getFirst().host()
                        : each.getValue().size() + " other hosts"))
            .collect(Collectors.joining(", "));
    return others
        + (said.size() == 2 && said.values().stream().allMatch(each -> each.size() == 1)
            ? ": the two differ, and nothing says which is right"
            : ": they differ, and no value is that of most hosts");
  }

  private void report(Otherwise otherwise, Map<String, List<Evidence>> where, FindingCollector to) {
    to.finding(
            otherwise.host(),
            named(List.copyOf(where.keySet())),
            otherwise.value() + " here, " + otherwise.others())
        .addEvidence(where.values().stream().flatMap(List::stream).limit(MOST_LINES).toList())
        .fix(() -> Fix.advice(advice))
        .report();
  }

  private static String named(List<String> parts) {
    return parts.size() <= MOST_PARTS
        ? String.join(", ", parts)
        : String.join(", ", parts.subList(0, MOST_PARTS - 1))
            + " and "
            + (parts.size() - MOST_PARTS + 1)
            + " more";
  }

  private static int count(Map<String, List<Has>> said) {
    return said.values().stream().mapToInt(List::size).sum();
  }
}
