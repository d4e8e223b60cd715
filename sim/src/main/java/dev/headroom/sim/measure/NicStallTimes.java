package dev.headroom.sim.measure;

import java.util.Map;

/**
 * Time for which a NIC was stalled inside its host, in one direction, beyond what its link takes
 * and its buffer compensates.
 *
 * @param atWorkPs time that it was busy with packets, or stood
 * @param ps of that, by what held it up; what did not is absent
 */
public record NicStallTimes(long atWorkPs, Map<NicStallCause, Long> ps) {
  public static final NicStallTimes NONE = new NicStallTimes(0, Map.of());

  public NicStallTimes {
    ps = Map.copyOf(ps);
  }

  /** By one part, in picoseconds; 0 if not at all. */
  public long ps(NicStallCause by) {
    return ps.getOrDefault(by, 0L);
  }
}
