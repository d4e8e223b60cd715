package dev.headroom.wire.soft;

import it.unimi.dsi.fastutil.ints.Int2ObjectOpenHashMap;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Resources of a device, limited in number: queue pairs by number and regions by key, under
 * unpredictable numbers.
 */
final class DeviceResources {
  static final int MOST_QUEUE_PAIRS = 4096;
  static final int MOST_REGIONS = 65_536;

  private static final int QUEUE_PAIR_BITS = 0xffffff;
  private static final int KEY_BITS = -1;

  /** Makes a region of its two keys. */
  interface Making {
    SoftMemoryRegion of(int lkey, int rkey);
  }

  private final RandomIds numbers;
  private final Int2ObjectOpenHashMap<SoftQueuePair> pairs = new Int2ObjectOpenHashMap<>();
  private final List<SoftQueuePair> inTurn = new ArrayList<>();
  private final Int2ObjectOpenHashMap<SoftMemoryRegion> byLkey = new Int2ObjectOpenHashMap<>();
  private final Int2ObjectOpenHashMap<SoftMemoryRegion> byRkey = new Int2ObjectOpenHashMap<>();

  DeviceResources(SecureRandom random) {
    numbers = new RandomIds(random, this::isInUse);
  }

  private boolean isInUse(int number) {
    return pairs.containsKey(number) || byLkey.containsKey(number) || byRkey.containsKey(number);
  }

  SoftMemoryRegion add(Making making) {
    if (byRkey.size() >= MOST_REGIONS) {
      throw new IllegalStateException(MOST_REGIONS + " regions are registered, the maximum");
    }
    SoftMemoryRegion region = making.of(numbers.next(KEY_BITS), numbers.next(KEY_BITS));
    byLkey.put(region.lkey(), region);
    byRkey.put(region.rkey(), region);
    return region;
  }

  void remove(SoftMemoryRegion region) {
    byLkey.remove(region.lkey());
    byRkey.remove(region.rkey());
  }

  int regions() {
    return byRkey.size();
  }

  void forgetRegions() {
    byLkey.clear();
    byRkey.clear();
  }

  @Nullable SoftMemoryRegion byLkey(int lkey) {
    return byLkey.get(lkey);
  }

  @Nullable SoftMemoryRegion byRkey(int rkey) {
    return byRkey.get(rkey);
  }

  /** The number of one more queue pair, if there may be one more. */
  int freshQueuePair() {
    if (pairs.size() >= MOST_QUEUE_PAIRS) {
      throw new IllegalStateException(MOST_QUEUE_PAIRS + " queue pairs are open, the maximum");
    }
    return numbers.next(QUEUE_PAIR_BITS);
  }

  void add(SoftQueuePair pair) {
    pairs.put(pair.self().queuePair(), pair);
    inTurn.add(pair);
  }

  void remove(SoftQueuePair pair) {
    pairs.remove(pair.self().queuePair());
    inTurn.remove(pair);
  }

  @Nullable SoftQueuePair pair(int number) {
    return pairs.get(number);
  }

  /** All queue pairs, in the order in which they get their turns. */
  List<SoftQueuePair> inTurn() {
    return inTurn;
  }
}
