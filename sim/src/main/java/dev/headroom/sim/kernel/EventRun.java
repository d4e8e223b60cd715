package dev.headroom.sim.kernel;

import java.util.function.LongPredicate;

/**
 * A few events of one bucket in order, the least last, where it is taken from.
 *
 * <p>What orders them fits one word, all but ties of a hash:
 *
 * <pre>
 *   0 | time since the beginning of the bucket (22) | upper bits of the key (35) | place (6)
 * </pre>
 *
 * so that a few can be sorted without a branch. Which of two events comes first cannot be foretold,
 * and to have guessed wrong costs more than to compare all.
 */
final class EventRun {
  static final int CAPACITY = 40;

  /** A bucket is no wider than so many bits. */
  static final int TIME_BITS = 22;

  private static final int PLACE_BITS = 6;
  private static final int PLACE = (1 << PLACE_BITS) - 1;
  private static final int KEY_BITS = Long.SIZE - 1 - TIME_BITS - PLACE_BITS;
  private static final int TIME_SHIFT = KEY_BITS + PLACE_BITS;

  /** More than so many are sorted as usual: to compare all takes the square of their number. */
  private static final int FEW = 12;

  private final long[] order = new long[CAPACITY];
  private int size;

  /** Keys, each at the place that is told in the word for its event. */
  private final long[] keys = new long[CAPACITY];

  private int places;
  private long beginPs;

  boolean isEmpty() {
    return size == 0;
  }

  /** Whether no more fits before it is begun anew: places are not used twice. */
  boolean isFull() {
    return places == CAPACITY;
  }

  long topTime() {
    return beginPs + (order[size - 1] >>> TIME_SHIFT);
  }

  long topKey() {
    return key(order[size - 1]);
  }

  private long key(long word) {
    return keys[(int) word & PLACE];
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

  /** Begins a bucket; only when empty. */
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
    long upper = (key ^ Long.MIN_VALUE) >>> (Long.SIZE - KEY_BITS);
    return (time - beginPs) << TIME_SHIFT | upper << PLACE_BITS | place;
  }

  void sort() {
    if (size > FEW || leavesTies()) {
      for (int i = 1; i < size; i++) {
        sink(i);
      }
    }
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

  private static boolean isTie(long one, long other) {
    return (one ^ other) >>> PLACE_BITS == 0;
  }
}
