package dev.headroom.run.compare;

import java.util.OptionalLong;

/**
 * Run of a comparison that has no result: its settings do not go together, it failed, or the
 * comparison was stopped before.
 *
 * @param label what sets its variant apart from the others
 * @param seed with which it did not run; empty for all
 * @param reason what does not go with what, and what would; or what went wrong
 * @param isFault whether the variant cannot be judged without it; else it only was not its turn
 */
public record MissingRun(String label, OptionalLong seed, String reason, boolean isFault) {

  /** Of settings that do not go together, whatever the seed. */
  public MissingRun(String label, String why) {
    this(label, OptionalLong.empty(), why, true);
  }

  /** The variant, and the seed if there are others. */
  public String name() {
    return seed.isEmpty() ? label : label + ", seed " + seed.getAsLong();
  }
}
