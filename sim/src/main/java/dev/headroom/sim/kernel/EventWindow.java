package dev.headroom.sim.kernel;

/** The events of one device in one window: as many as fit in order, the rest in a heap. */
final class EventWindow {
  /** No window is longer. */
  static final long LONGEST_PS = 1L << EventRun.TIME_BITS;

  /** For those who have none. */
  static final EventWindow NEVER_OPEN = new EventWindow();

  private final EventRun run = new EventRun(1 << 10);
  private final EventHeap crowd = new EventHeap(64);
  private long lengthPs;

  boolean isEmpty() {
    return run.isEmpty() && crowd.isEmpty();
  }

  long topTime() {
    return crowdIsFirst() ? crowd.topTime() : run.topTime();
  }

  long topKey() {
    return crowdIsFirst() ? crowd.topKey() : run.topKey();
  }

  void pop() {
    if (crowdIsFirst()) {
      crowd.pop();
    } else {
      run.pop();
    }
  }

  private boolean crowdIsFirst() {
    if (crowd.isEmpty()) {
      return false;
    }
    if (run.isEmpty()) {
      return true;
    }
    long atPs = run.topTime();
    return crowd.topTime() < atPs || (crowd.topTime() == atPs && crowd.topKey() < run.topKey());
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
