package dev.headroom.sim.measure;

import java.util.BitSet;
import java.util.List;

/**
 * Deadlock of pauses that wait for each other, so that none ever ends: a cyclic buffer dependency.
 *
 * @param ring nodes in order, each paused by the one after it and the last by the first; empty when
 *     there is no deadlock
 * @param pauses every pause that will not be let go, those of hosts and switches before the ring
 *     included
 * @param flows flows with packets that will not move, data or ACKs
 */
public record Deadlock(List<Integer> ring, List<PauseSpan> pauses, BitSet flows) {
  public static final Deadlock NONE = new Deadlock(List.of(), List.of(), new BitSet());

  public boolean exists() {
    return !ring.isEmpty();
  }
}
