package dev.headroom.sim.measure;

import java.util.Map;

/**
 * For how long a NIC was held up inside its host, one way, beyond what its wire takes and its
 * buffer makes good.
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
