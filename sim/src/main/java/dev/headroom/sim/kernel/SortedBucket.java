package dev.headroom.sim.kernel;

import java.util.Arrays;
import java.util.function.LongPredicate;

/**
 * Sorted events of a short time span, with the earliest at the end, where events are removed.
 *
 * <p>What orders them fits one word, all but ties of a hash:
 *
 * <pre>
 *   0 | time since the beginning (22) | upper bits of the key | place
 * </pre>
 *
 * so that a few can be sorted without a branch. Which of two events comes first cannot be foretold,
 * and to have guessed wrong costs more than to compare all.
 */
final class SortedBucket {
  /** The time is no longer than so many bits. */
  static final int TIME_BITS = 22;

  private static final int TIME_SHIFT = Long.SIZE - 1 - TIME_BITS;

  /** More than so many are sorted as usual: to compare all takes the square of their number. */
  private static final int FEW = 12;

  /** Parts of the time in which many are put before they are sorted. */
  private static final int PARTS_BITS = 6;

  private static final int PARTS = 1 << PARTS_BITS;

  private final int capacity;
  private final int placeBits;
  private final int placeMask;

  private final long[] order;
  private int size;

  /** Keys, each at the place that is told in the word for its event. */
  private final long[] keys;

  private int places;
  private long beginPs;

  // Where many are spread to, and the first place of each part; made when first wanted.
  private long[] spare = {};
  private int[] firstOfPart = {};

  /** For so many events. */
  SortedBucket(int capacity) {
    this.capacity = capacity;
    placeBits = Integer.SIZE - Integer.numberOfLeadingZeros(capacity - 1);
    placeMask = (1 << placeBits) - 1;
    order = new long[capacity];
    keys = new long[capacity];
  }

  boolean isEmpty() {
    return size == 0;
  }

  /** Whether no more fits before it is begun anew: places are not used twice. */
  boolean isFull() {
    return places == capacity;
  }

  long topTime() {
    return beginPs + (order[size - 1] >>> TIME_SHIFT);
  }

  long topKey() {
    return key(order[size - 1]);
  }

  private long key(long word) {
    return keys[(int) word & placeMask];
  }

  /** Whether this is true of the keys of all of them. */
  boolean all(LongPredicate ofKey) {
    for (int i = size - 1; i >= 0; i--) {
      if (!ofKey.test(key(order[i]))) {
        return false;
      }
    }
    return true;
  }

  void pop() {
    size--;
  }

  /** Begins a time; only when empty. */
  void begin(long atPs) {
    beginPs = atPs;
    places = 0;
  }

  /** Adds an event, to be {@linkplain #sort sorted} with others before any is taken. */
  void add(long time, long key) {
    order[size++] = word(time, key);
  }

  /** Adds an event in its place. */
  void insert(long time, long key) {
    order[size++] = word(time, key);
    sink(size - 1);
  }

  private long word(long time, long key) {
    assert time >= beginPs && time - beginPs < 1L << TIME_BITS : time + " ps after " + beginPs;
    int place = places++;
    keys[place] = key;
    long upper = (key ^ Long.MIN_VALUE) >>> (1 + TIME_BITS + placeBits);
    return (time - beginPs) << TIME_SHIFT | upper << placeBits | place;
  }

  void sort() {
    if (size > FEW || leavesTies()) {
      sinkAll();
    }
  }

  /**
   * Sorts what may be many.
   *
   * @param lengthPs all of it happens within this
   */
  void sortMany(long lengthPs) {
    if (size > FEW) {
      spread(
          TIME_SHIFT
              + Math.max(0, Long.SIZE - Long.numberOfLeadingZeros(lengthPs - 1) - PARTS_BITS));
      sinkAll();
    } else {
      sort();
    }
  }

  private void sinkAll() {
    for (int i = 1; i < size; i++) {
      sink(i);
    }
  }

  /** Puts the words of each part of the time before those of the part before. */
  private void spread(int partShift) {
    if (spare.length == 0) {
      spare = new long[capacity];
      firstOfPart = new int[PARTS];
    }
    int[] at = firstOfPart;
    long[] o = order;
    Arrays.fill(at, 0);
    for (int i = 0; i < size; i++) {
      at[(int) (o[i] >>> partShift)]++;
    }
    int sum = 0;
    for (int i = PARTS - 1; i >= 0; i--) {
      int count = at[i];
      at[i] = sum;
      sum += count;
    }
    long[] to = spare;
    for (int i = 0; i < size; i++) {
      to[at[(int) (o[i] >>> partShift)]++] = o[i];
    }
    System.arraycopy(to, 0, o, 0, size);
  }

  /** Sorts a few by their words; whether keys have yet to tell some apart. */
  private boolean leavesTies() {
    long[] o = order;
    for (int i = 1; i < size; i++) {
      long least = o[i];
      for (int j = 0; j < i; j++) {
        long other = o[j];
        o[j] = Math.max(least, other);
        least = Math.min(least, other);
      }
      o[i] = least;
    }
    boolean ties = false;
    for (int i = 1; i < size; i++) {
      ties |= isTie(o[i - 1], o[i]);
    }
    return ties;
  }

  /** Puts a word in order among those before it. */
  private void sink(int at) {
    long[] o = order;
    long word = o[at];
    int i = at;
    while (i > 0 && isBefore(o[i - 1], word)) {
      o[i] = o[i - 1];
      i--;
    }
    o[i] = word;
  }

  private boolean isBefore(long one, long other) {
    return isTie(one, other) ? key(one) < key(other) : one < other;
  }

  private boolean isTie(long one, long other) {
    return (one ^ other) >>> placeBits == 0;
  }
}
