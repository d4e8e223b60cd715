package dev.headroom.audit;

import dev.headroom.formats.host.HostFacts;
import java.util.ArrayList;
import java.util.List;

/** Runs rules over hosts. */
public final class Audit {
  private Audit() {}

  /** The rules in order, each over all hosts. */
  public static List<Outcome> of(List<HostFacts> hosts, List<Rule> rules) {
    List<Outcome> outcomes = new ArrayList<>();
    for (Rule rule : rules) {
      Judgement judgement = new Judgement(rule.card());
      rule.judge(hosts, judgement);
      outcomes.add(judgement.outcome());
    }
    return outcomes;
  }
}
