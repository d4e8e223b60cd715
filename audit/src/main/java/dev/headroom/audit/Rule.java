package dev.headroom.audit;

import dev.headroom.formats.host.HostFacts;
import java.util.List;

/**
 * One thing that may be wrong with a cluster. Stateless: one object serves any number of audits.
 */
public interface Rule {
  /** What it says of itself. */
  Card card();

  /**
   * Looks at all hosts. For each it must find something, pass, say what it needs, or say that the
   * host has nothing it judges.
   */
  void judge(List<HostFacts> hosts, Judgement to);
}
