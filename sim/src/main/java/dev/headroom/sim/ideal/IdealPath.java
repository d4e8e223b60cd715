package dev.headroom.sim.ideal;

import dev.headroom.sim.fabric.LinkTiming;
import dev.headroom.sim.kernel.Rng;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Path without other traffic: each transmitter serves packets one after another, so a packet starts
 * on a link when it is ready there and the one before it is through (the tandem-queue recursion).
 *
 * <p>Where packets are spread over several links they do not wait for each other, and a short one
 * may be at the queue behind these links before a longer one that left earlier. What that one is
 * then through with is known to be no less than what the queue had to do since it last was empty.
 */
public final class IdealPath {
  /** No way at all: what goes there arrives at once. */
  static final IdealPath NONE = new IdealPath(List.of());

  private final @Nullable LinkTiming[] wires;
  private final long[] delayPs;
  private final boolean[] early;
  private final @Nullable LinkTiming[] queues;
  private final boolean[] isFan;

  private final long[] freePs;
  private final long[] carry;

  /** Whether one packet may overtake another. */
  private final boolean spread;

  /** The queue where packets that were spread meet; none: -1. */
  private final int meetAt;

  /** When the last packet came there that no later one was before. */
  private long cameLastPs;

  /** Since when that queue has not been empty, or no packet can be before another. */
  private long busySincePs;

  /** When all that was sent is there. */
  private long lastArrivalPs;

  private boolean overtook;

  /**
   * @param hops in order
   */
  IdealPath(List<IdealHop> hops) {
    int n = hops.size();
    wires = new LinkTiming[n];
    delayPs = new long[n];
    early = new boolean[n];
    queues = new LinkTiming[n];
    isFan = new boolean[n];
    freePs = new long[n];
    carry = new long[n];
    int meet = -1;
    boolean fans = false;
    for (int i = 0; i < n; i++) {
      wires[i] = hops.get(i).wire();
      delayPs[i] = hops.get(i).delayPs();
      early[i] = i > 0 && hops.get(i).early();
      queues[i] = hops.get(i).queue();
      if (fans && queues[i] != null) {
        meet = i;
      }
      isFan[i] = hops.get(i).isFan();
      fans |= isFan[i];
    }
    meetAt = meet;
    spread = fans;
    reset();
  }

  void reset() {
    Arrays.fill(freePs, -1);
    Arrays.fill(carry, 0);
    cameLastPs = 0;
    busySincePs = 0;
    lastArrivalPs = 0;
  }

  /** When the first transmitter is free. */
  long freePs() {
    return Math.max(0, freePs[0]);
  }

  /**
   * Sends a frame.
   *
   * @param readyPs when it may start at the source
   * @return when its last bit arrives at the end, and that of all before it
   */
  long send(int frameBytes, long readyPs) {
    long ready = readyPs;
    long tail = readyPs;
    long spreadPs = 0;
    overtook = false;
    for (int i = 0; i < wires.length; i++) {
      if (i > 0 && !early[i]) {
        ready = tail;
      }
      LinkTiming wire = wires[i];
      if (wire == null) {
        ready += delayPs[i];
        tail = ready;
        continue;
      }
      LinkTiming queue = queues[i];
      if (queue == null) {
        long takes = wire.holdPs(frameBytes, 0);
        spreadPs += takes;
        ready += delayPs[i];
        tail = ready + takes - wire.gapPs();
        continue;
      }
      if (i == meetAt && isBeforeOthers(ready, spreadPs)) {
        overtook = true;
        freePs[i] += ready >= busySincePs ? queue.holdPs(frameBytes, 0) : 0;
        carry[i] = 0;
        tail = freePs[i] - wire.gapPs() + delayPs[i];
        ready = tail;
        continue;
      }
      long start = Math.max(ready, freePs[i]);
      if (i == meetAt && start > freePs[i]) {
        busySincePs = start;
      }
      if (start != freePs[i]) {
        carry[i] = 0;
      }
      long hold = queue.holdPs(frameBytes, carry[i]);
      carry[i] = queue.carry(frameBytes, carry[i]);
      freePs[i] = start + hold;
      if (isFan[i]) {
        hold = wire.holdPs(frameBytes, 0);
        spreadPs += hold;
        start = Math.max(ready, freePs[i] - hold);
      }
      ready = start + delayPs[i];
      tail = ready + hold - wire.gapPs();
    }
    overtook |= tail < lastArrivalPs;
    lastArrivalPs = Math.max(lastArrivalPs, tail);
    return lastArrivalPs;
  }

  /** Whether the last frame was somewhere before one that left earlier. */
  boolean overtook() {
    return overtook;
  }

  /** When a frame that waits for no other would arrive, as {@link #send} has it. */
  long passPs(int frameBytes, long readyPs) {
    long ready = readyPs;
    long tail = readyPs;
    for (int i = 0; i < wires.length; i++) {
      if (i > 0 && !early[i]) {
        ready = tail;
      }
      LinkTiming wire = wires[i];
      ready += delayPs[i];
      tail = wire == null ? ready : ready + wire.holdPs(frameBytes, 0) - wire.gapPs();
    }
    return tail;
  }

  /**
   * Whether a packet comes to the queue before one that left earlier; if not, it is the last there.
   *
   * @param spreadPs what it takes on the links before the queue, by which a shorter one may be
   *     sooner
   */
  private boolean isBeforeOthers(long readyPs, long spreadPs) {
    if (readyPs < cameLastPs) {
      return true;
    }
    cameLastPs = readyPs;
    busySincePs = Math.max(busySincePs, readyPs - spreadPs);
    return false;
  }

  /**
   * Appends the state to an array, times relative to {@code basePs}; returns how many words. Hops
   * without a wire have none, for nothing waits there.
   */
  int snapshot(long[] into, int at, long basePs) {
    int n = wires.length;
    for (int i = 0; i < n; i++) {
      into[at + 2 * i] = wires[i] == null ? 0 : freePs[i] - basePs;
      into[at + 2 * i + 1] = carry[i];
    }
    if (spread) {
      into[at + 2 * n] = cameLastPs - basePs;
      into[at + 2 * n + 2] = busySincePs - basePs;
      into[at + 2 * n + 4] = lastArrivalPs - basePs;
    }
    return words();
  }

  /** Words of {@link #snapshot}: a time and a remainder each, in turn. */
  int words() {
    return 2 * (wires.length + (spread ? 3 : 0));
  }

  /** Moves everything later, as if packets had gone by in the meantime. */
  void shift(long ps) {
    for (int i = 0; i < freePs.length; i++) {
      freePs[i] += ps;
    }
    cameLastPs += ps;
    busySincePs += ps;
    lastArrivalPs += ps;
  }

  /**
   * Moves the state on as so many packets would of which each moves it alike.
   *
   * @param step by how much, word by word as {@link #snapshot} has them; remainders do not move
   */
  void advance(long packets, long[] step) {
    for (int i = 0; i < freePs.length; i++) {
      freePs[i] += packets * step[2 * i];
    }
    if (spread) {
      int at = 2 * wires.length;
      cameLastPs += packets * step[at];
      busySincePs += packets * step[at + 2];
      lastArrivalPs += packets * step[at + 4];
    }
  }

  /** What distinguishes this path from others as to time. */
  long signature() {
    long h = wires.length;
    for (int i = 0; i < wires.length; i++) {
      LinkTiming wire = wires[i];
      h = Rng.mix(h ^ (wire == null ? 0 : wire.rateBps));
      h = Rng.mix(h ^ (delayPs[i] << 1) ^ (early[i] ? 1 : 0));
      LinkTiming queue = queues[i];
      h = isFan[i] ? Rng.mix(h ^ (queue == null ? 1 : queue.rateBps)) : h;
    }
    return h;
  }
}
