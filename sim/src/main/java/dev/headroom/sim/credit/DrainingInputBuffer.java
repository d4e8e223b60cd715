package dev.headroom.sim.credit;

import dev.headroom.sim.kernel.EventQueue;
import java.util.Arrays;

/**
 * Packets in the input buffer of a host, which takes them out one after the other at a rate that
 * may change or be 0.
 */
final class DrainingInputBuffer {
  private long bps;
  private boolean frozen;

  private int[] bytes = new int[4];
  private int[] blocks = new int[4];
  private byte[] priority = new byte[4];
  private int first;
  private int size;

  /** When the first will have been taken out; never if there is none or nothing is. */
  private long duePs = EventQueue.NEVER;

  /** What is left of the first, in bytes, as of when the host began to stand still. */
  private double left;

  /**
   * @param bps {@link CreditSettings#AT_ONCE}: as soon as they come
   */
  DrainingInputBuffer(long bps) {
    this.bps = bps;
  }

  /** Whether a packet that comes now is taken out at once. */
  boolean takesAtOnce() {
    return bps == CreditSettings.AT_ONCE && size == 0 && !frozen;
  }

  void add(int packetBytes, int ofPriority, int itsBlocks, long nowPs) {
    if (size == bytes.length) {
      grow();
    }
    int slot = first + size++ & bytes.length - 1;
    bytes[slot] = packetBytes;
    blocks[slot] = itsBlocks;
    priority[slot] = (byte) ofPriority;
    if (size == 1) {
      begin(packetBytes, nowPs);
    }
  }

  private void begin(double takesBytes, long nowPs) {
    left = takesBytes;
    duePs = frozen ? EventQueue.NEVER : nowPs + takesPs(takesBytes);
  }

  private long takesPs(double takesBytes) {
    return bps == CreditSettings.AT_ONCE ? 0 : (long) Math.ceil(takesBytes * 8e12 / bps);
  }

  /** When the first will have been taken out; {@link EventQueue#NEVER} where none will. */
  long duePs() {
    return duePs;
  }

  int priority() {
    return priority[first];
  }

  int blocks() {
    return blocks[first];
  }

  /** The first has been taken out, when it was due: the next is begun. */
  void remove() {
    long wasDuePs = duePs;
    first = first + 1 & bytes.length - 1;
    size--;
    duePs = EventQueue.NEVER;
    if (size > 0) {
      begin(bytes[first], wasDuePs);
    }
  }

  void setFrozen(boolean now, long nowPs) {
    settle(nowPs);
    frozen = now;
    resume(nowPs);
  }

  void drainAt(long nowBps, long nowPs) {
    settle(nowPs);
    bps = nowBps;
    resume(nowPs);
  }

  /** Works out what is left of the first. */
  private void settle(long nowPs) {
    if (duePs != EventQueue.NEVER) {
      left = bps == CreditSettings.AT_ONCE ? 0 : Math.max(0, duePs - nowPs) * (bps / 8e12);
    }
  }

  private void resume(long nowPs) {
    duePs = EventQueue.NEVER;
    if (size > 0) {
      begin(left, nowPs);
    }
  }

  private void grow() {
    int old = bytes.length;
    int[] oldBytes = bytes;
    int[] oldBlocks = blocks;
    byte[] oldPriority = priority;
    bytes = Arrays.copyOf(bytes, 2 * old);
    blocks = Arrays.copyOf(blocks, 2 * old);
    priority = Arrays.copyOf(priority, 2 * old);
    for (int i = 0; i < size; i++) {
      int from = first + i & old - 1;
      bytes[i] = oldBytes[from];
      blocks[i] = oldBlocks[from];
      priority[i] = oldPriority[from];
    }
    first = 0;
  }
}
