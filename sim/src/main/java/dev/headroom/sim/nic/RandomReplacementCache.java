package dev.headroom.sim.nic;

import dev.headroom.sim.kernel.Rng;
import dev.headroom.sim.measure.CacheCounts;
import it.unimi.dsi.fastutil.longs.Long2IntOpenHashMap;
import java.util.Arrays;

/**
 * Cache with a limited number of entries and random replacement. Where n entries are asked for in
 * turn and c fit, the share of hits h falls smoothly with n:
 *
 * <pre>
 *     h = exp(-(n / c) (1 - h))      1 for n up to c, 0.42 for 1.5 c, 0.20 for 2 c, 0.02 for 4 c
 * </pre>
 *
 * since an entry outlives the n (1 - h) misses until it is asked for again with probability (1 -
 * 1/c) each. Takes room as it fills, for most hosts never use most of theirs; allocates nothing
 * once it is full, or all that is ever asked for is in it.
 */
public final class RandomReplacementCache {
  private static final int NONE = -1;

  /** Room for so many entries, or all, is there from the start. */
  private static final int FIRST = 256;

  private final Long2IntOpenHashMap slots;
  private final int entries;
  private long[] held;
  private final long key;
  private int used;
  private long draws;
  private long lookups;
  private long misses;

  /**
   * @param entries 1 or more
   * @param key of the random numbers
   */
  public RandomReplacementCache(int entries, long key) {
    this.entries = entries;
    held = new long[Math.min(entries, FIRST)];
    slots = new Long2IntOpenHashMap(held.length);
    slots.defaultReturnValue(NONE);
    this.key = key;
  }

  /** Asks for an entry, which is then held; returns whether it was. */
  public boolean touch(long entry) {
    lookups++;
    if (slots.get(entry) != NONE) {
      return true;
    }
    misses++;
    int slot = used < entries ? unused() : drawn();
    held[slot] = entry;
    slots.put(entry, slot);
    return false;
  }

  /** What it came to. */
  public CacheCounts counts() {
    return new CacheCounts(lookups, misses, draws);
  }

  /** A slot that never held any. */
  private int unused() {
    if (used == held.length) {
      held = Arrays.copyOf(held, (int) Math.min(entries, 2L * used));
    }
    return used++;
  }

  /** A slot that is given up. */
  private int drawn() {
    int slot = (int) Long.remainderUnsigned(Rng.bits(key, draws++), entries);
    slots.remove(held[slot]);
    return slot;
  }
}
