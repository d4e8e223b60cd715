package dev.headroom.sim.fabric;

/**
 * PFC frames, or whatever else concerns a class at a time, on their way to a port, in the order in
 * which they take effect.
 */
final class PauseFifo {
  private long[] effectPs = new long[4];
  private long[] quanta = new long[4];
  private int[] priority = new int[4];
  private long[] ticket = new long[4];
  private int first;
  private int size;

  /** Adds one; true if it is the only one. */
  boolean add(long atPs, int ofPriority, long forQuanta) {
    return add(atPs, ofPriority, forQuanta, 0);
  }

  /**
   * Adds one that has a place among events of the same time; true if it is the only one.
   *
   * @param ofTicket the place, as {@link dev.headroom.sim.kernel.EventQueue#ticket} gives it
   */
  boolean add(long atPs, int ofPriority, long forQuanta, long ofTicket) {
    if (size == effectPs.length) {
      grow();
    }
    int slot = (first + size++) & (effectPs.length - 1);
    effectPs[slot] = atPs;
    priority[slot] = ofPriority;
    quanta[slot] = forQuanta;
    ticket[slot] = ofTicket;
    return size == 1;
  }

  boolean isEmpty() {
    return size == 0;
  }

  long effectPs() {
    return effectPs[first];
  }

  int priority() {
    return priority[first];
  }

  /** Pause time; 0 lasts until XON; -1 is XON. */
  long quanta() {
    return quanta[first];
  }

  long ticket() {
    return ticket[first];
  }

  void remove() {
    first = (first + 1) & (effectPs.length - 1);
    size--;
  }

  /** Whether an XON, or else an XOFF, for a class is among them. */
  boolean holds(int ofPriority, boolean xon) {
    for (int i = 0; i < size; i++) {
      int slot = (first + i) & (effectPs.length - 1);
      if (priority[slot] == ofPriority && quanta[slot] < 0 == xon) {
        return true;
      }
    }
    return false;
  }

  void clear() {
    size = 0;
  }

  private void grow() {
    int old = effectPs.length;
    long[] e = new long[2 * old];
    long[] q = new long[2 * old];
    int[] p = new int[2 * old];
    long[] t = new long[2 * old];
    for (int i = 0; i < size; i++) {
      int slot = (first + i) & (old - 1);
      e[i] = effectPs[slot];
      q[i] = quanta[slot];
      p[i] = priority[slot];
      t[i] = ticket[slot];
    }
    first = 0;
    effectPs = e;
    quanta = q;
    priority = p;
    ticket = t;
  }
}
