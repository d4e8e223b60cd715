package dev.headroom.sim.kernel;

/** Events of one device in one window: as many as fit in sorted order, the rest in a heap. */
final class EventWindow {
  /** No window is longer. */
  static final long LONGEST_PS = 1L << SortedBucket.TIME_BITS;

  /** For those who have none. */
  static final EventWindow NEVER_OPEN = new EventWindow();

  private final SortedBucket run = new SortedBucket(1 << 10);
  private final EventHeap crowd = new EventHeap(64);
  private long lengthPs;
  private long timePs;
  private long key;

  /** Takes the next event out, if there is one. */
  boolean next() {
    if (!crowd.isEmpty()) {
      return nextOfCrowd();
    }
    if (run.isEmpty()) {
      return false;
    }
    timePs = run.topTime();
    key = run.topKey();
    run.pop();
    return true;
  }

  private boolean nextOfCrowd() {
    timePs = crowd.topTime();
    key = crowd.topKey();
    if (run.isEmpty() || comesBefore(run.topTime(), run.topKey())) {
      crowd.pop();
    } else {
      timePs = run.topTime();
      key = run.topKey();
      run.pop();
    }
    return true;
  }

  private boolean comesBefore(long otherPs, long otherKey) {
    return timePs < otherPs || (timePs == otherPs && key < otherKey);
  }

  /** Time of the event that was taken last. */
  long timePs() {
    return timePs;
  }

  /** Key of the event that was taken last. */
  long key() {
    return key;
  }

  /** Begins a window; only when empty. */
  void begin(long atPs, long endPs) {
    run.begin(atPs);
    lengthPs = endPs - atPs;
  }

  /** Adds an event, to be {@linkplain #sort sorted} with others before any is taken. */
  void add(long time, long key) {
    if (run.isFull()) {
      crowd.push(time, key);
    } else {
      run.add(time, key);
    }
  }

  /** Adds an event in its place. */
  void insert(long time, long key) {
    if (run.isFull()) {
      crowd.push(time, key);
    } else {
      run.insert(time, key);
    }
  }

  void sort() {
    run.sortMany(lengthPs);
  }
}
