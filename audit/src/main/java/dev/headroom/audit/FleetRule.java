package dev.headroom.audit;

import dev.headroom.formats.host.HostFacts;
import java.util.List;
import java.util.function.Function;

/**
 * Rule that compares hosts with each other. Of each host it keeps a note and nothing else, so that
 * an audit of a thousand hosts needs no more memory than the notes and the few hosts being read.
 *
 * @param <N> what it keeps of a host
 */
public abstract non-sealed class FleetRule<N> implements Rule {
  private final RuleInfo ruleInfo;
  private final Function<HostFacts, N> notes;

  /**
   * A rule.
   *
   * @param notes makes the note of a host; rules that are given the same object share its notes.
   *     Any number of threads may call it
   */
  protected FleetRule(RuleInfo ruleInfo, Function<HostFacts, N> notes) {
    this.ruleInfo = ruleInfo;
    this.notes = notes;
  }

  @Override
  public final RuleInfo info() {
    return ruleInfo;
  }

  final Function<HostFacts, N> notes() {
    return notes;
  }

  /** Of objects that {@link #notes} made, which the audit keeps without their type. */
  @SuppressWarnings("unchecked")
  final void judgeNotes(List<?> made, FindingCollector to) {
    judge((List<N>) made, to);
  }

  /**
   * Looks at the notes of all hosts, in the order in which these were read. It must find something,
   * pass, say what it needs, or say that there is nothing it judges.
   */
  protected abstract void judge(List<N> hosts, FindingCollector to);
}
