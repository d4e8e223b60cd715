package dev.headroom.audit;

import dev.headroom.audit.RuleOutcome.MissingInput;
import dev.headroom.audit.RuleOutcome.Numbers;
import dev.headroom.audit.fix.FactEdits;
import dev.headroom.audit.fix.Fix;
import dev.headroom.formats.fact.Evidence;
import dev.headroom.formats.fact.Subject;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;

/**
 * Collector of a rule's findings, passes and missing inputs. A rule that puts nothing in for a host
 * has passed nothing: it must say {@link #pass}, {@link #missingInput} or {@link #notApplicable}.
 */
public final class FindingCollector {
  private final RuleInfo ruleInfo;
  private final List<Finding> findings = new ArrayList<>();
  private final Set<MissingInput> notChecked = new LinkedHashSet<>();
  private final Set<MissingInput> notApplicable = new LinkedHashSet<>();
  private final List<Numbers> told = new ArrayList<>();
  private int passed;
  private int entries;

  public FindingCollector(RuleInfo ruleInfo) {
    this.ruleInfo = ruleInfo;
  }

  /** One subject is as it should be. */
  public void pass() {
    passed++;
    entries++;
  }

  /** One subject is as it should be, by these numbers. */
  public void pass(String host, String numbers) {
    told.add(new Numbers(host, numbers));
    pass();
  }

  /** An input is absent. */
  public void missingInput(String host, String input) {
    entries++;
    notChecked.add(new MissingInput(host, input));
  }

  /** The rule has nothing to look at on this host. */
  public void notApplicable(String host, String why) {
    entries++;
    notApplicable.add(new MissingInput(host, why));
  }

  /** Begins a finding; {@link Draft#report} ends it. */
  public Draft finding(String host, String part, String what) {
    return new Draft(host, part, what);
  }

  /** What was found so far. */
  List<Finding> findings() {
    return findings;
  }

  /** Puts in what another one of the same rule says. */
  void add(FindingCollector other) {
    findings.addAll(other.findings);
    notChecked.addAll(other.notChecked);
    notApplicable.addAll(other.notApplicable);
    told.addAll(other.told);
    passed += other.passed;
    entries += other.entries;
  }

  /** How often something was put in. */
  int entries() {
    return entries;
  }

  /** All that was put in. */
  public RuleOutcome outcome() {
    return new RuleOutcome(
        ruleInfo, findings, passed, List.copyOf(notChecked), List.copyOf(notApplicable), told);
  }

  /** A finding being put together. */
  public final class Draft {
    private final String host;
    private final String part;
    private final String what;
    private final Set<Evidence> evidence = new LinkedHashSet<>();
    private Severity severity = ruleInfo.severity();
    private String cause = ruleInfo.cause();
    private Fix fix = Fix.NONE;
    private final List<FactEdits.Edit> edits = new ArrayList<>();
    private Map<String, String> model = Map.of();

    private Draft(String host, String part, String what) {
      this.host = host;
      this.part = part;
      this.what = what;
    }

    public Draft severity(Severity other) {
      severity = other;
      return this;
    }

    public Draft cause(String special) {
      cause = special;
      return this;
    }

    public Draft addEvidence(Evidence line) {
      evidence.add(line);
      return this;
    }

    public Draft addEvidence(Collection<Evidence> lines) {
      evidence.addAll(lines);
      return this;
    }

    /** A fix whose values are checked; it is withheld if one is unfit for a command. */
    public Draft fix(Supplier<Fix> made) {
      fix = Fix.ofSafeValues(made);
      return this;
    }

    /** How it is now, in a setting of the simulator. */
    public Draft modelled(String knob, Object value) {
      model = Map.of(knob, String.valueOf(value));
      return this;
    }

    /** Once fixed, this reads so; where nobody says it now nobody will. */
    public Draft factAfterFix(Subject subject, String key, Object value) {
      edits.add(new FactEdits.Edit(subject, key, String.valueOf(value), false));
      return this;
    }

    /** Once fixed, this reads so, whether or not anybody says it now. */
    public Draft newFactAfterFix(Subject subject, String key, Object value) {
      edits.add(new FactEdits.Edit(subject, key, String.valueOf(value), true));
      return this;
    }

    public void report() {
      entries++;
      findings.add(
          new Finding(
              ruleInfo.id(),
              severity,
              new Finding.Place(host, part),
              what,
              List.copyOf(evidence),
              new Finding.Reason(cause, ruleInfo.source()),
              new Finding.Remedy(fix, new FactEdits(edits)),
              new Finding.Cost(Price.NOT_ASKED, model)));
    }
  }
}
