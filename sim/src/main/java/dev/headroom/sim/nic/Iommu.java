package dev.headroom.sim.nic;

import dev.headroom.model.choice.AddressTranslation;
import dev.headroom.model.knob.IommuKnobs;
import dev.headroom.model.knob.PcieKnobs;
import dev.headroom.model.knob.Settings;
import dev.headroom.unit.Size;
import org.jspecify.annotations.Nullable;

/**
 * Translation of the addresses that a NIC uses, by the IOMMU for each access or by the NIC (ATS).
 *
 * <pre>
 *   at the root  a page at hand in the IOMMU: nothing
 *                else a walk: the access waits for it. Walks end one each period, so that walk /
 *                period of them go on at once; one more has to wait, and all after it
 *   ATS          a page at hand in the NIC: nothing
 *                else the port is held up, and the packet waits for the answer of the IOMMU
 * </pre>
 *
 * Reads wait for their walk; writes are posted and do not, but it keeps their credits for as long.
 * Caches give up a random entry: random addresses among n pages hit c / n of the time.
 */
final class Iommu {
  private final PacketPages pages;
  private final RandomReplacementCache cache;
  private final @Nullable RandomReplacementCache device;
  private final long walkPs;
  private final long periodPs;
  private final long missPs;

  private long lookups;
  private long misses;
  private long walks;

  /**
   * When the walk that was asked for last will be over; a period before that, the one before it.
   */
  private long walkersFreePs;

  // Of the access asked for last.
  private long heldUpPs;
  private long heldUntilPs;
  private boolean translationRequested;
  private boolean walked;

  private Iommu(Settings own, long key) {
    Size page = own.find(IommuKnobs.PAGE).orElse(own.get(PcieKnobs.PAGE));
    pages = PacketPages.of(own, page);
    cache = new RandomReplacementCache(Math.toIntExact(own.get(IommuKnobs.ENTRIES)), key);
    device =
        own.get(IommuKnobs.TRANSLATION) == AddressTranslation.ATS
            ? new RandomReplacementCache(Math.toIntExact(own.get(IommuKnobs.DEVICE_ENTRIES)), ~key)
            : null;
    walkPs = own.get(IommuKnobs.WALK).ps();
    periodPs = own.get(IommuKnobs.WALK_PERIOD).ps();
    missPs = own.get(IommuKnobs.DEVICE_MISS).ps();
  }

  /**
   * That of a host; null where addresses are not translated.
   *
   * @param key of the random numbers by which translations are given up
   */
  static @Nullable Iommu of(Settings own, long key) {
    return own.get(IommuKnobs.TRANSLATION) == AddressTranslation.OFF ? null : new Iommu(own, key);
  }

  /** Translates what a packet touches; the rest of this says what that costs it. */
  void translate(int queuePair, int psn, int payload, long nowPs) {
    heldUpPs = 0;
    heldUntilPs = 0;
    translationRequested = false;
    walked = false;
    long last = pages.last(psn, payload);
    for (long page = pages.first(psn); page <= last; page++) {
      touch(PacketPages.key(queuePair, page), nowPs);
    }
  }

  private void touch(long page, long nowPs) {
    lookups++;
    if (device != null) {
      if (device.touch(page)) {
        return;
      }
      misses++;
      translationRequested = true;
      heldUpPs += missPs;
    }
    if (!cache.touch(page)) {
      walks++;
      walked = true;
      walkersFreePs = Math.max(walkersFreePs, nowPs) + periodPs;
      heldUntilPs = walkersFreePs - walkPs;
    }
  }

  /** By how much the NIC is held up itself, in picoseconds. */
  long heldUpPs() {
    return heldUpPs;
  }

  /** Until when all that walk pages are at work, so that the access cannot go on. */
  long heldUntilPs() {
    return heldUntilPs;
  }

  /** For how much longer an access is under way, in picoseconds; with ATS it begins later. */
  long underWayLongerPs() {
    return walked && device == null ? walkPs : 0;
  }

  /** By how much a read comes later, in picoseconds. */
  long readLatencyPs(long askPs) {
    return (translationRequested ? askPs : 0) + (walked ? walkPs : 0);
  }

  /** By how much a write leaves the NIC later, in picoseconds: it needs an answer, if it asked. */
  long writeLatencyPs(long askPs) {
    return translationRequested ? readLatencyPs(askPs) : 0;
  }

  long lookups() {
    return lookups;
  }

  long misses() {
    return misses;
  }

  long walks() {
    return walks;
  }
}
