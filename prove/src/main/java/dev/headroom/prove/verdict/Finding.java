package dev.headroom.prove.verdict;

import dev.headroom.prove.plan.Level;
import java.util.Set;

/**
 * Reason for a verdict other than a pass.
 *
 * @param levels at which it counts
 * @param target the link; empty for the run as a whole
 * @param what was looked at
 * @param found what was there
 * @param limit what would pass
 * @param source whose limit it is; may be empty
 */
public record Finding(
    Set<Level> levels,
    Verdict verdict,
    String target,
    String what,
    String found,
    String limit,
    String source) {
  /** At both levels. */
  static final Set<Level> BOTH = Set.of(Level.ARTICLE, Level.STANDARD);

  public Finding {
    levels = Set.copyOf(levels);
  }

  /** In a line, without the link. */
  public String text() {
    return what + ": " + found + (limit.isEmpty() ? "" : "; passes: " + limit);
  }
}
