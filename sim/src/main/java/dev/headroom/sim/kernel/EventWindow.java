package dev.headroom.sim.kernel;

import java.util.Arrays;

/**
 * The events of one device in one window, in order, the least last, where it is taken from.
 *
 * <p>What orders them fits one word, all but ties of a hash:
 *
 * <pre>
 *   0 | time since the beginning of the window (22) | upper bits of the key (31) | place (10)
 * </pre>
 */
final class EventWindow {
  private static final int TIME_BITS = 22;

  /** No window is longer. */
  static final long LONGEST_PS = 1L << TIME_BITS;

  private static final int PLACE_BITS = 10;
  private static final int PLACE = (1 << PLACE_BITS) - 1;
  private static final int CAPACITY = 1 << PLACE_BITS;
  private static final int KEY_BITS = Long.SIZE - 1 - TIME_BITS - PLACE_BITS;
  private static final int TIME_SHIFT = KEY_BITS + PLACE_BITS;

  /** More than so many are sorted by buckets first: to compare all takes the square of them. */
  private static final int FEW = 12;

  private static final int BUCKETS = 64;

  /** For those who have none. */
  static final EventWindow NEVER_OPEN = new EventWindow();

  private final long[] order = new long[CAPACITY];
  private final long[] keys = new long[CAPACITY];
  private final long[] spare = new long[CAPACITY];
  private final int[] begins = new int[BUCKETS + 1];

  /** What is too much for the rest. */
  private final EventHeap crowd = new EventHeap(64);

  private int size;
  private int places;
  private long beginPs;

  /** How far a word is shifted to tell its bucket. */
  private int bucketShift = Long.SIZE - 1 - 6;

  boolean isEmpty() {
    return size == 0 && crowd.isEmpty();
  }

  long topTime() {
    return crowdIsFirst() ? crowd.topTime() : beginPs + (order[size - 1] >>> TIME_SHIFT);
  }

  long topKey() {
    return crowdIsFirst() ? crowd.topKey() : key(order[size - 1]);
  }

  void pop() {
    if (crowdIsFirst()) {
      crowd.pop();
    } else {
      size--;
    }
  }

  private boolean crowdIsFirst() {
    if (crowd.isEmpty()) {
      return false;
    }
    if (size == 0) {
      return true;
    }
    long t = beginPs + (order[size - 1] >>> TIME_SHIFT);
    return crowd.topTime() < t || (crowd.topTime() == t && crowd.topKey() < key(order[size - 1]));
  }

  private long key(long word) {
    return keys[(int) word & PLACE];
  }

  /** Begins a window; only when empty. */
  void begin(long atPs, long endPs) {
    beginPs = atPs;
    places = 0;
    int bits = Long.SIZE - Long.numberOfLeadingZeros(endPs - atPs - 1);
    bucketShift = TIME_SHIFT + Math.max(0, bits - 6);
  }

  /** Adds an event, to be {@linkplain #sort sorted} with others before any is taken. */
  void add(long time, long key) {
    if (places == CAPACITY) {
      crowd.push(time, key);
    } else {
      order[size++] = word(time, key);
    }
  }

  /** Adds an event in its place. */
  void insert(long time, long key) {
    if (places == CAPACITY) {
      crowd.push(time, key);
    } else {
      order[size++] = word(time, key);
      sink(size - 1);
    }
  }

  private long word(long time, long key) {
    assert time >= beginPs && time - beginPs < 1L << TIME_BITS : time + " ps after " + beginPs;
    int place = places++;
    keys[place] = key;
    long upper = (key ^ Long.MIN_VALUE) >>> (Long.SIZE - KEY_BITS);
    return (time - beginPs) << TIME_SHIFT | upper << PLACE_BITS | place;
  }

  void sort() {
    if (size <= FEW) {
      if (!leavesTies()) {
        return;
      }
    } else {
      spread();
    }
    for (int i = 1; i < size; i++) {
      sink(i);
    }
  }

  /** Puts the words of each of 64 parts of the window before those of the part before. */
  private void spread() {
    int[] at = begins;
    long[] o = order;
    int shift = bucketShift;
    Arrays.fill(at, 0);
    for (int i = 0; i < size; i++) {
      at[(int) (o[i] >>> shift)]++;
    }
    int sum = 0;
    for (int i = BUCKETS - 1; i >= 0; i--) {
      int count = at[i];
      at[i] = sum;
      sum += count;
    }
    long[] to = spare;
    for (int i = 0; i < size; i++) {
      to[at[(int) (o[i] >>> shift)]++] = o[i];
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

  private static boolean isTie(long one, long other) {
    return (one ^ other) >>> PLACE_BITS == 0;
  }
}
