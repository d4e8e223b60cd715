package dev.headroom.sim.nic;

import dev.headroom.model.knob.NicKnobs;
import dev.headroom.model.knob.PcieKnobs;
import dev.headroom.model.knob.Settings;
import dev.headroom.sim.measure.CacheCounts;

/**
 * Which {@link Pages} a NIC can translate at once, and by how much the others hold it up.
 *
 * <pre>
 *   held up = misses * translation miss
 * </pre>
 */
public final class Translations {
  private final RandomCache atHand;
  private final long missPs;
  private final Pages pages;

  private Translations(RandomCache atHand, long missPs, Pages pages) {
    this.atHand = atHand;
    this.missPs = missPs;
    this.pages = pages;
  }

  /**
   * What a scenario says for a host.
   *
   * @param key of the random numbers by which translations are given up
   */
  public static Translations of(Settings own, long key) {
    return new Translations(
        new RandomCache(Math.toIntExact(own.get(NicKnobs.TRANSLATIONS)), key),
        own.get(NicKnobs.TRANSLATION_MISS).ps(),
        Pages.of(own, own.get(PcieKnobs.PAGE)));
  }

  /** By how much a packet's payload holds the port up, in picoseconds. */
  public long heldUpPs(int queuePair, int psn, int payload) {
    long misses = 0;
    long last = pages.last(psn, payload);
    for (long page = pages.first(psn); page <= last; page++) {
      misses += atHand.touch(Pages.key(queuePair, page)) ? 0 : 1;
    }
    return misses * missPs;
  }

  /** What was at hand. */
  public CacheCounts counts() {
    return atHand.counts();
  }
}
