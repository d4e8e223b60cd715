package dev.headroom.sim.nic;

import dev.headroom.model.knob.NicKnobs;
import dev.headroom.model.knob.PcieKnobs;
import dev.headroom.model.knob.Settings;
import dev.headroom.sim.measure.CacheCounts;
import dev.headroom.sim.measure.NicStallCause;

/**
 * Translations of {@link PacketPages} that a NIC has at hand, and the stalls that missing ones
 * cause.
 *
 * <pre>
 *   held up     = misses * translation miss
 *   looked up   one each 1 / translation rate, each for the translation time; one more has to wait
 * </pre>
 *
 * Example: 10 million a second, each of which takes 200 ns: two are looked up at once, and packets
 * with a page of 4 KiB each make 328 Gb/s at most. One NIC has one such rate, for both ways.
 */
public final class NicTranslationCache {
  private final RandomReplacementCache cache;
  private final long missPs;
  private final long periodPs;
  private final long lookUpPs;
  private final PacketPages pages;

  /**
   * When the look-up that was asked for last will be over; a period before that, the one before it.
   */
  private long lookedUpPs;

  /** By how much the packet asked for last comes later. */
  private long laterPs;

  private NicTranslationCache(RandomReplacementCache atHand, PacketPages pages, Settings own) {
    this.cache = atHand;
    this.pages = pages;
    missPs = own.get(NicKnobs.TRANSLATION_MISS).ps();
    periodPs = own.find(NicKnobs.TRANSLATION_RATE).map(rate -> Math.round(1e6 / rate)).orElse(0L);
    lookUpPs = own.get(NicKnobs.TRANSLATION_TIME).ps();
  }

  /**
   * What a scenario says for a host.
   *
   * @param key of the random numbers by which translations are given up
   */
  public static NicTranslationCache of(Settings own, long key) {
    return new NicTranslationCache(
        new RandomReplacementCache(Math.toIntExact(own.get(NicKnobs.TRANSLATIONS)), key),
        PacketPages.of(own, own.get(PcieKnobs.PAGE)),
        own);
  }

  /**
   * For how long a packet's payload keeps others waiting, in picoseconds, with its translations.
   *
   * @param takesPs for how long it would without them
   * @param startPs when it begins
   */
  public long keepsPs(
      int queuePair, int psn, int payload, long takesPs, long startPs, NicStallClock held) {
    long misses = 0;
    long last = pages.last(psn, payload);
    for (long page = pages.first(psn); page <= last; page++) {
      misses += cache.touch(PacketPages.key(queuePair, page)) ? 0 : 1;
    }
    laterPs = misses == 0 ? 0 : lookUpPs;
    long missedPs = takesPs + misses * missPs;
    held.grow(NicStallCause.TRANSLATIONS, takesPs, missedPs);
    if (misses == 0 || periodPs == 0) {
      return missedPs;
    }
    lookedUpPs = Math.max(lookedUpPs, startPs) + misses * periodPs;
    long begunPs = lookedUpPs - lookUpPs; // the last of them: until then all are at work
    long keepsPs = Math.max(missedPs, begunPs - startPs);
    held.grow(NicStallCause.TRANSLATION_RATE, missedPs, keepsPs);
    return keepsPs;
  }

  /** By how much the packet that was asked for last comes later, in picoseconds. */
  public long laterPs() {
    return laterPs;
  }

  /** What was at hand. */
  public CacheCounts counts() {
    return cache.counts();
  }
}
