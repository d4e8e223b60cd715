package dev.headroom.audit;

import dev.headroom.formats.host.HostFacts;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.UnaryOperator;

/**
 * Run of audit rules over hosts, which may arrive one by one. {@link #judge} judges a host, on any
 * number of threads; {@link #add} adds results in the hosts' order; {@link #outcomes} returns the
 * outcomes at the end. Nothing keeps a host's facts once it was looked at but evidence and notes.
 */
public final class Audit {
  /** What stands before the failure of a rule in what it needs. */
  public static final String FAULT = "a version of Headroom without the error in this rule (";

  private final List<Rule> rules;
  private final Map<Rule, FindingCollector> judgements = new LinkedHashMap<>();
  private final Map<Function<HostFacts, ?>, List<Object>> notes = new HashMap<>();

  public Audit(List<Rule> rules) {
    this.rules = List.copyOf(rules);
    for (Rule rule : this.rules) {
      judgements.put(rule, new FindingCollector(rule.info()));
      if (rule instanceof FleetRule<?> fleet) {
        notes.put(fleet.notes(), new ArrayList<>());
      }
    }
  }

  /** The rules in order, each over all hosts. */
  public static List<RuleOutcome> of(List<HostFacts> hosts, List<Rule> rules) {
    Audit audit = new Audit(rules);
    hosts.forEach(host -> audit.add(audit.judge(host)));
    return audit.outcomes();
  }

  /** What one host came to, and what to remember of it. */
  public static final class Seen {
    private final Map<Rule, FindingCollector> judgements = new HashMap<>();
    private final Map<Function<HostFacts, ?>, Object> notes = new HashMap<>();

    private Seen() {}

    /** What was found on this host by the rules that look at one. */
    public List<Finding> findings() {
      return judgements.values().stream().flatMap(each -> each.findings().stream()).toList();
    }

    /** Makes something else of each of its findings, such as the same with a price. */
    public void replace(UnaryOperator<Finding> by) {
      judgements.values().forEach(each -> each.findings().replaceAll(by));
    }
  }

  /** Judges a host by the rules that look at one at a time, and takes notes for the others. */
  public Seen judge(HostFacts host) {
    Seen seen = new Seen();
    for (Rule rule : rules) {
      switch (rule) {
        case HostRule one -> seen.judgements.put(rule, judged(one, host));
        case FleetRule<?> fleet -> note(fleet, host, seen);
      }
    }
    return seen;
  }

  /** One rule that stumbles over a host must not cost the user all the others. */
  private static FindingCollector judged(HostRule rule, HostFacts host) {
    FindingCollector findingCollector = new FindingCollector(rule.info());
    try {
      rule.judgeIfApplicable(host, findingCollector);
      return findingCollector;
    } catch (RuntimeException e) {
      FindingCollector failed = new FindingCollector(rule.info());
      failed.missingInput(host.name(), fault(e));
      return failed;
    }
  }

  private static void note(FleetRule<?> rule, HostFacts host, Seen seen) {
    try {
      seen.notes.computeIfAbsent(rule.notes(), each -> each.apply(host));
    } catch (RuntimeException e) {
      FindingCollector failed = new FindingCollector(rule.info());
      failed.missingInput(host.name(), fault(e));
      seen.judgements.put(rule, failed);
    }
  }

  /** What a rule would need that failed. */
  private static String fault(RuntimeException failure) {
    return FAULT + failure + ")";
  }

  /** Adds a host; the order of these calls is the order of hosts in the outcome. */
  public void add(Seen seen) {
    judgements.forEach((rule, findingCollector) -> {
      FindingCollector one = seen.judgements.get(rule);
      if (one != null) {
        findingCollector.add(one);
      }
    });
    notes.forEach((made, all) -> {
      Object note = seen.notes.get(made);
      if (note != null) {
        all.add(note);
      }
    });
  }

  /**
   * What was noted of each host that was taken, for rules that compare them; none where no rule
   * asks for these notes.
   */
  @SuppressWarnings("unchecked") // what a function has made
  public <N> List<N> noted(Function<HostFacts, N> made) {
    return (List<N>) List.copyOf(notes.getOrDefault(made, List.of()));
  }

  /** What became of each rule, in their order. To be asked once, when all hosts were taken. */
  public List<RuleOutcome> outcomes() {
    List<RuleOutcome> outcomes = new ArrayList<>();
    judgements.forEach((rule, findingCollector) -> {
      if (rule instanceof FleetRule<?> fleet) {
        try {
          fleet.judgeNotes(notes.getOrDefault(fleet.notes(), List.of()), findingCollector);
        } catch (RuntimeException e) {
          findingCollector.missingInput("", fault(e));
        }
      }
      outcomes.add(findingCollector.outcome());
    });
    return outcomes;
  }
}
