package dev.headroom.sim.solo;

import dev.headroom.sim.fabric.Wire;
import dev.headroom.sim.kernel.Rng;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A path without other traffic: each transmitter serves packets one after another, so a packet
 * starts on a link when it is ready there and the one before it is through (the tandem-queue
 * recursion).
 */
public final class Pipeline {
  /** No way at all: what goes there arrives at once. */
  static final Pipeline NONE = new Pipeline(List.of());

  private final @Nullable Wire[] wires;
  private final long[] delayPs;
  private final boolean[] early;

  private final long[] freePs;
  private final long[] carry;

  /**
   * @param hops in order
   */
  Pipeline(List<Hop> hops) {
    int n = hops.size();
    wires = new Wire[n];
    delayPs = new long[n];
    early = new boolean[n];
    freePs = new long[n];
    carry = new long[n];
    for (int i = 0; i < n; i++) {
      wires[i] = hops.get(i).wire();
      delayPs[i] = hops.get(i).delayPs();
      early[i] = i > 0 && hops.get(i).early();
    }
    reset();
  }

  void reset() {
    Arrays.fill(freePs, -1);
    Arrays.fill(carry, 0);
  }

  /** When the first transmitter is free. */
  long freePs() {
    return Math.max(0, freePs[0]);
  }

  /**
   * Sends a frame.
   *
   * @param readyPs when it may start at the source
   * @return when its last bit arrives at the end
   */
  long send(int frameBytes, long readyPs) {
    long ready = readyPs;
    long tail = readyPs;
    for (int i = 0; i < wires.length; i++) {
      if (i > 0 && !early[i]) {
        ready = tail;
      }
      Wire wire = wires[i];
      if (wire == null) {
        ready += delayPs[i];
        tail = ready;
        continue;
      }
      long start = Math.max(ready, freePs[i]);
      if (start != freePs[i]) {
        carry[i] = 0;
      }
      long hold = wire.holdPs(frameBytes, carry[i]);
      carry[i] = wire.carry(frameBytes, carry[i]);
      freePs[i] = start + hold;
      ready = start + delayPs[i];
      tail = ready + hold - wire.gapPs();
    }
    return tail;
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
    return 2 * n;
  }

  /** Moves everything later, as if packets had gone by in the meantime. */
  void shift(long ps) {
    for (int i = 0; i < freePs.length; i++) {
      freePs[i] += ps;
    }
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
  }

  int length() {
    return wires.length;
  }

  /** What distinguishes this path from others as to time. */
  long signature() {
    long h = wires.length;
    for (int i = 0; i < wires.length; i++) {
      Wire wire = wires[i];
      h = Rng.mix(h ^ (wire == null ? 0 : wire.rateBps));
      h = Rng.mix(h ^ (delayPs[i] << 1) ^ (early[i] ? 1 : 0));
    }
    return h;
  }
}
