package dev.headroom.sim.measure;

/**
 * Result of one flow, finished or not.
 *
 * @param flow its number in the program
 * @param source sending host's position among the hosts
 * @param destination receiving host's position among the hosts
 * @param bytes payload asked for
 * @param startPs when it was posted; -1 if it never started
 * @param deliveredPs when its last byte was placed at the receiver; -1 if not yet
 * @param completedPs when its completion was reported at the host that posted it; -1 if not yet
 * @param idealFctPs completion time of the same flow alone on its path, healthy; slowdown is the
 *     ratio to it; {@link #NOT_KNOWN} of one that has not finished: those without end have none
 * @param deliveredBytes payload acknowledged so far, or received by a READ
 * @param retransmissions data packets sent again; for a READ, asked for again
 * @param cnps congestion notifications that the sender received for it; for a READ, that the
 *     receiver sent
 * @param udpPorts source port << 16 | destination port
 * @param failure why it can go no further; empty otherwise
 */
public record FlowResult(
    int flow,
    int source,
    int destination,
    long bytes,
    long startPs,
    long deliveredPs,
    long completedPs,
    long idealFctPs,
    long deliveredBytes,
    int retransmissions,
    int cnps,
    int udpPorts,
    String failure) {

  /** The time alone of a flow that has not finished. */
  public static final long NOT_KNOWN = -1;

  public boolean finished() {
    return completedPs >= 0;
  }

  /** Completion time, in picoseconds; only for a finished flow. */
  public long fctPs() {
    return completedPs - startPs;
  }

  /** Completion time over that of the same flow alone; only for a finished flow. */
  public double slowdown() {
    return (double) fctPs() / idealFctPs;
  }
}
