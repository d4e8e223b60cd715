package dev.headroom.sim.fabric;

/**
 * FIFO of PFC frames, or of other messages about a class, on their way to a port, in the order in
 * which they take effect.
 */
public final class PauseFifo {
  private long[] effectPs = new long[4];
  private long[] quanta = new long[4];
  private int[] priority = new int[4];
  private long[] ticket = new long[4];
  private int first;
  private int size;

  /** Adds one; true if it is the only one. */
  public boolean add(long atPs, int ofPriority, long forQuanta) {
    return add(atPs, ofPriority, forQuanta, 0);
  }

  /**
   * Adds one that has a place among events of the same time; true if it is the only one.
   *
   * @param ofTicket the place, as {@link dev.headroom.sim.kernel.EventQueue#ticket} gives it
   */
  public boolean add(long atPs, int ofPriority, long forQuanta, long ofTicket) {
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

  public boolean isEmpty() {
    return size == 0;
  }

  public long effectPs() {
    return effectPs[first];
  }

  public int priority() {
    return priority[first];
  }

  /** Pause time; 0 lasts until XON; -1 is XON. */
  public long quanta() {
    return quanta[first];
  }

  public long ticket() {
    return ticket[first];
  }

  public void remove() {
    first = (first + 1) & (effectPs.length - 1);
    size--;
  }

  /** Whether an XON, or else an XOFF, for a class is among them. */
  public boolean holds(int ofPriority, boolean xon) {
    for (int i = 0; i < size; i++) {
      int slot = (first + i) & (effectPs.length - 1);
      if (priority[slot] == ofPriority && quanta[slot] < 0 == xon) {
        return true;
      }
    }
    return false;
  }

  public void clear() {
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
