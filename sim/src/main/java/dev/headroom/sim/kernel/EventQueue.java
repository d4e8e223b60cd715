package dev.headroom.sim.kernel;

import java.util.Arrays;
import java.util.function.LongPredicate;

/**
 * Pending events in order of (time, key).
 *
 * <p>Three tiers. The events of the present bucket of time stand in order; those of the next few
 * thousand buckets in unsorted lists, one a bucket; all later ones in a heap. A bucket is put in
 * order when its time comes; what is too much for that goes to a second small heap. Insertion and
 * removal are O(1) as long as a bucket holds a few events, so its width follows the traffic: when
 * buckets hold more than six or fewer than two events on average it becomes the power of two that
 * makes them between two and six.
 *
 * <p>Not thread-safe. Allocates only to grow.
 */
public final class EventQueue {
  /** Later than any event. */
  public static final long NEVER = Long.MAX_VALUE;

  private static final int BUCKETS = 1 << 12;
  private static final int MASK = BUCKETS - 1;

  /** The width is looked at after so many buckets, or after so many events if that is sooner. */
  private static final int REVIEW = 1 << 12;

  /**
   * Running numbers that are left free, for it is looked only now and then whether there are any.
   */
  private static final long SPARE = 1L << 28;

  // What a queue begins with, filled once: a large fabric has a queue for each of many partitions.
  private static final int[] NO_BUCKET = new int[BUCKETS];
  private static final int[] CHAIN = new int[1024];

  static {
    Arrays.fill(NO_BUCKET, -1);
    link(CHAIN, 0);
  }

  private static final int MIN_SHIFT = 6;
  private static final int MAX_SHIFT = SortedBucket.TIME_BITS;

  private final boolean insertionOrder;
  private final long salt;
  private long inserted;

  /** What is left of the present bucket, as far as it fits; the rest is in near. */
  private final SortedBucket run = new SortedBucket(40);

  private final EventHeap near = new EventHeap(64);
  private final EventHeap far = new EventHeap(64);

  private final int[] first = NO_BUCKET.clone();
  private final long[] occupied = new long[BUCKETS / 64];
  private long[] node = new long[2 * CHAIN.length];
  private int[] next = CHAIN.clone();
  private int free;
  private int inBuckets;

  /** Where pending events are while the width of buckets changes. */
  private long[] moved = {};

  private int shift = 16;

  /** Absolute number of the bucket whose events stand in {@link #run} and {@link #near}. */
  private long present;

  private long presentEnd = 1L << shift;

  private int loads;
  private int loaded;
  private int farInserts;

  private long timePs;
  private long key;

  /**
   * @param insertionOrder whether events of the same time run in the order in which they were
   *     scheduled, as ns-3 does; else in keyed order
   * @param salt scrambles the keyed order
   */
  public EventQueue(boolean insertionOrder, long salt) {
    this(insertionOrder, salt, 0);
  }

  /**
   * @param inserted how many were scheduled before
   */
  EventQueue(boolean insertionOrder, long salt, long inserted) {
    this.insertionOrder = insertionOrder;
    this.salt = salt;
    this.inserted = inserted;
  }

  /** Whether events of the same time run in the order in which they were scheduled. */
  public boolean keepsInsertionOrder() {
    return insertionOrder;
  }

  /** Time of the event that {@link #next} found. */
  public long timePs() {
    return timePs;
  }

  /** Key of the event that {@link #next} found. */
  public long key() {
    return key;
  }

  /** Schedules an event; {@code atPs} must not lie before the event in progress. */
  public void schedule(long atPs, int kind, int entity) {
    long newKey =
        insertionOrder
            ? EventKey.inserted(inserted++, kind, entity)
            : EventKey.keyed(atPs, kind, entity, salt);
    insert(atPs, newKey);
  }

  /**
   * A place in the order of insertion for an event that is known now and scheduled later, as only
   * the head of a wire is in the queue. Means nothing where ties are keyed.
   */
  public long ticket() {
    return insertionOrder ? inserted++ : 0;
  }

  /** Schedules an event in the place that was taken for it by {@link #ticket}. */
  public void schedule(long atPs, int kind, int entity, long ticket) {
    long newKey =
        insertionOrder
            ? EventKey.inserted(ticket, kind, entity)
            : EventKey.keyed(atPs, kind, entity, salt);
    insert(atPs, newKey);
  }

  /** Whether the place taken by a ticket comes after that of the event in progress. */
  public boolean isAhead(long ticket) {
    return insertionOrder && EventKey.number(key) < ticket;
  }

  /** Whether the event in progress stands in the place taken by a ticket. */
  public boolean isCurrent(long ticket) {
    return insertionOrder && EventKey.number(key) == ticket;
  }

  private void insert(long atPs, long newKey) {
    assert atPs >= timePs : "an event for " + atPs + " ps at " + timePs;
    if (atPs < presentEnd) {
      loaded++;
      if (run.isFull()) {
        near.push(atPs, newKey);
      } else {
        run.insert(atPs, newKey);
      }
      return;
    }
    long bucket = atPs >>> shift;
    if (bucket - present < BUCKETS) {
      toBucket((int) bucket & MASK, atPs, newKey);
    } else {
      farInserts++;
      far.push(atPs, newKey);
    }
  }

  private void toBucket(int slot, long atPs, long newKey) {
    int n = free;
    if (n < 0) {
      n = grow();
    }
    free = next[n];
    node[2 * n] = atPs;
    node[2 * n + 1] = newKey;
    int head = first[slot];
    next[n] = head;
    first[slot] = n;
    occupied[slot >>> 6] |= 1L << slot; // whatever it was: a branch here is foretold badly
    inBuckets++;
  }

  /**
   * Takes the earliest event if it lies before {@code endPs}: its time and key are then in {@link
   * #timePs} and {@link #key}.
   */
  public boolean next(long endPs) {
    while (run.isEmpty()) {
      if (!near.isEmpty()) {
        return nextOfNear(endPs);
      }
      if (!advance(endPs)) {
        return false;
      }
    }
    if (!near.isEmpty() && !runIsFirst()) {
      return nextOfNear(endPs);
    }
    long atPs = run.topTime();
    if (atPs >= endPs) {
      return false;
    }
    timePs = atPs;
    key = run.topKey();
    run.pop();
    return true;
  }

  private boolean nextOfNear(long endPs) {
    if (near.topTime() >= endPs) {
      return false;
    }
    timePs = near.topTime();
    key = near.topKey();
    near.pop();
    return true;
  }

  private boolean runIsFirst() {
    long t = run.topTime();
    return t < near.topTime() || (t == near.topTime() && run.topKey() <= near.topKey());
  }

  /** Time of the earliest event, or {@link #NEVER}. */
  public long peekPs() {
    if (!near.isEmpty() || !run.isEmpty()) {
      return Math.min(
          near.isEmpty() ? NEVER : near.topTime(), run.isEmpty() ? NEVER : run.topTime());
    }
    long earliest = far.isEmpty() ? NEVER : far.topTime();
    if (inBuckets > 0) {
      for (int n = first[(int) nextOccupied() & MASK]; n >= 0; n = next[n]) {
        earliest = Math.min(earliest, node[2 * n]);
      }
    }
    return earliest;
  }

  /**
   * Whether this is true of the keys of all pending events. It looks at the nearer ones first and
   * at no more once it is not: O(n) where it is.
   */
  public boolean all(LongPredicate ofKey) {
    return run.all(ofKey) && near.all(ofKey) && bucketsAll(ofKey) && far.all(ofKey);
  }

  private boolean bucketsAll(LongPredicate ofKey) {
    for (int word = 0; word < occupied.length; word++) {
      for (long bits = occupied[word]; bits != 0; bits &= bits - 1) {
        int slot = (word << 6) + Long.numberOfTrailingZeros(bits);
        for (int n = first[slot]; n >= 0; n = next[n]) {
          if (!ofKey.test(node[2 * n + 1])) {
            return false;
          }
        }
      }
    }
    return true;
  }

  /** Moves on to the next bucket that holds events and begins before {@code endPs}. */
  private boolean advance(long endPs) {
    long bucket = inBuckets > 0 ? nextOccupied() : Long.MAX_VALUE;
    if (!far.isEmpty()) {
      bucket = Math.min(bucket, far.topTime() >>> shift);
    }
    if (bucket == Long.MAX_VALUE || bucket << shift >= endPs) {
      return false;
    }
    present = bucket;
    presentEnd = (bucket + 1) << shift;
    run.begin(bucket << shift);
    while (!far.isEmpty() && (far.topTime() >>> shift) - present < BUCKETS) {
      long atPs = far.topTime();
      long farKey = far.topKey();
      far.pop();
      if (atPs < presentEnd) {
        add(atPs, farKey);
      } else {
        toBucket((int) (atPs >>> shift) & MASK, atPs, farKey);
      }
    }
    load((int) bucket & MASK);
    run.sort();
    if (++loads == REVIEW || loaded >= REVIEW) {
      review();
    }
    return true;
  }

  private void load(int slot) {
    int n = first[slot];
    if (n < 0) {
      return;
    }
    first[slot] = -1;
    occupied[slot >>> 6] &= ~(1L << slot);
    int count = 0;
    while (n >= 0) {
      add(node[2 * n], node[2 * n + 1]);
      int following = next[n];
      next[n] = free;
      free = n;
      n = following;
      count++;
    }
    inBuckets -= count;
    loaded += count;
  }

  /** Adds an event of the present bucket, which is not in order yet. */
  private void add(long atPs, long newKey) {
    if (run.isFull()) {
      near.push(atPs, newKey);
    } else {
      run.add(atPs, newKey);
    }
  }

  /** Absolute number of the first occupied bucket after the present one; there must be one. */
  private long nextOccupied() {
    int start = (int) (present + 1) & MASK;
    int word = start >>> 6;
    long bits = occupied[word] & (-1L << start);
    while (bits == 0) {
      word = (word + 1) & (occupied.length - 1);
      bits = occupied[word];
    }
    int slot = (word << 6) + Long.numberOfTrailingZeros(bits);
    return present + 1 + ((slot - start) & MASK);
  }

  /** Fits the width of a bucket to the traffic. */
  private void review() {
    if (inserted > EventKey.MAX_NUMBERS - SPARE) {
      throw new EventNumbersExhaustedException(inserted);
    }
    int fitting = shift;
    if (farInserts < loaded / 8) {
      for (int held = loaded; held > 6 * loads && fitting > MIN_SHIFT; held /= 2) {
        fitting--;
      }
    }
    if ((loaded < 2 * loads || farInserts > loaded / 4) && shift < MAX_SHIFT) {
      fitting++;
    }
    loads = 0;
    loaded = 0;
    farInserts = 0;
    if (fitting != shift) {
      reshape(fitting);
    }
  }

  private void reshape(int newShift) {
    int pending = inBuckets;
    if (2 * pending > moved.length) {
      moved = new long[2 * node.length]; // room for what may be pending at the next times
    }
    long[] events = moved;
    for (int word = 0; word < occupied.length; word++) {
      for (long bits = occupied[word]; bits != 0; bits &= bits - 1) {
        moveOut((word << 6) + Long.numberOfTrailingZeros(bits));
      }
      occupied[word] = 0;
    }
    // The present bucket ends where it did or later, never earlier: what is in the near heap stays.
    long reachedEnd = presentEnd;
    shift = newShift;
    present = (reachedEnd - 1) >>> shift;
    presentEnd = (present + 1) << shift;
    for (int i = 0; i < pending; i++) {
      insert(events[2 * i], events[2 * i + 1]);
    }
  }

  /** Empties a bucket into {@link #moved}, which is filled from its end. */
  private void moveOut(int slot) {
    int n = first[slot];
    first[slot] = -1;
    while (n >= 0) {
      inBuckets--;
      moved[2 * inBuckets] = node[2 * n];
      moved[2 * inBuckets + 1] = node[2 * n + 1];
      int following = next[n];
      next[n] = free;
      free = n;
      n = following;
    }
  }

  /** Makes a list of what is free from a place on. */
  private static void link(int[] next, int from) {
    for (int n = from; n < next.length; n++) {
      next[n] = n + 1;
    }
    next[next.length - 1] = -1;
  }

  private int grow() {
    int old = next.length;
    node = Arrays.copyOf(node, 4 * old);
    next = Arrays.copyOf(next, 2 * old);
    link(next, old);
    free = old;
    return old;
  }
}
