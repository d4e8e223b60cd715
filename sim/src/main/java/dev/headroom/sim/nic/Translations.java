package dev.headroom.sim.nic;

import dev.headroom.model.knob.NicKnobs;
import dev.headroom.model.knob.PcieKnobs;
import dev.headroom.model.knob.Settings;
import dev.headroom.model.knob.TransportKnobs;
import dev.headroom.model.unit.Size;

/**
 * Which pages a NIC can translate at once, and by how much the others hold it up. Each queue pair
 * goes through a buffer of its own from end to end, again and again:
 *
 * <pre>
 *   page of a packet = (its number * MTU mod buffer) / page size
 *   held up          = misses * translation miss
 * </pre>
 */
public final class Translations {
  private final RandomCache atHand;
  private final long missPs;
  private final long pageBytes;
  private final long bufferBytes;
  private final long mtu;

  private Translations(
      RandomCache atHand, long missPs, long pageBytes, long bufferBytes, long mtu) {
    this.atHand = atHand;
    this.missPs = missPs;
    this.pageBytes = pageBytes;
    this.bufferBytes = bufferBytes;
    this.mtu = mtu;
  }

  /**
   * What a scenario says for a host.
   *
   * @param key of the random numbers by which translations are given up
   */
  public static Translations of(Settings own, long key) {
    long mtu = own.get(TransportKnobs.MTU);
    Size buffer = own.find(PcieKnobs.BUFFER).orElse(own.get(TransportKnobs.MESSAGE_SIZE));
    return new Translations(
        new RandomCache(Math.toIntExact(own.get(NicKnobs.TRANSLATIONS)), key),
        own.get(NicKnobs.TRANSLATION_MISS).ps(),
        own.get(PcieKnobs.PAGE).bytes(),
        Math.max(buffer.bytes(), mtu),
        mtu);
  }

  /** By how much a packet's payload holds the port up, in picoseconds. */
  public long heldUpPs(int queuePair, int psn, int payload) {
    long offset = Integer.toUnsignedLong(psn) * mtu % bufferBytes;
    long misses = 0;
    for (long page = offset / pageBytes; page * pageBytes < offset + payload; page++) {
      misses += atHand.touch((long) queuePair << 32 | page) ? 0 : 1;
    }
    return misses * missPs;
  }
}
