package dev.headroom.sim.measure;

import dev.headroom.unit.CountedNoun;
import java.util.Arrays;
import java.util.List;

/**
 * Recovery of flows from failed links.
 *
 * @param recoveryPs for each flow that lost data to one, and got some again: from when the link
 *     went down (or the flow started, if that was later) until data reached its destination again
 *     after the longest time without any; in ascending order
 * @param lost flows that lost data to a failed link and got none again by the end
 * @param reroutes what each change of routes moved, in time order
 */
public record Failover(long[] recoveryPs, long lost, List<Reroute> reroutes) {
  public static final Failover NONE = new Failover(new long[0], 0, List.of());

  /**
   * A change of routes.
   *
   * @param atPs when
   * @param underWay flows that had started and were not complete
   * @param moved of these, the ones whose data goes another way from then on
   * @param unnecessaryReroutes of these, the ones whose old way was still there
   * @param unroutableFlows of those under way, the ones that have no way from then on
   */
  public record Reroute(
      long atPs, long underWay, long moved, long unnecessaryReroutes, long unroutableFlows) {}

  /** Flows that lost data to a failed link. */
  public long affected() {
    return recoveryPs.length + lost;
  }

  /** The time within which a share of them were served again; only if there are any. */
  public long quantilePs(double share) {
    int rank = (int) Math.ceil(share * recoveryPs.length);
    return recoveryPs[Math.clamp(rank - 1L, 0, recoveryPs.length - 1)];
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Failover that
        && Arrays.equals(recoveryPs, that.recoveryPs)
        && lost == that.lost
        && reroutes.equals(that.reroutes);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(recoveryPs) * 31 + reroutes.hashCode();
  }

  @Override
  public String toString() {
    return CountedNoun.of(affected(), "flow") + ", " + lost + " lost, " + reroutes;
  }
}
