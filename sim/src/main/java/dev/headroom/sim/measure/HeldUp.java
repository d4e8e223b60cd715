package dev.headroom.sim.measure;

import java.util.Map;

/**
 * Time for which a NIC was stalled inside its host, in one direction, beyond what its link takes
 * and its buffer compensates.
 *
 * @param atWorkPs time that it was busy with packets, or stood
 * @param ps of that, by what held it up; what did not is absent
 */
public record HeldUp(long atWorkPs, Map<HoldUp, Long> ps) {
  public static final HeldUp NONE = new HeldUp(0, Map.of());

  public HeldUp {
    ps = Map.copyOf(ps);
  }

  /** By one part, in picoseconds; 0 if not at all. */
  public long ps(HoldUp by) {
    return ps.getOrDefault(by, 0L);
  }
}
