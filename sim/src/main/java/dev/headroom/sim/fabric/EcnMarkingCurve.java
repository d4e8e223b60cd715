package dev.headroom.sim.fabric;

/**
 * ECN marking by the instantaneous egress queue (DCQCN, SIGCOMM 2015, section 3.1):
 *
 * <pre>
 *   p = 0                                   q &lt;= Kmin
 *   p = Pmax (q - Kmin) / (Kmax - Kmin)     Kmin &lt; q &lt;= Kmax
 *   p = 1                                   q &gt; Kmax
 * </pre>
 *
 * @param kmin bytes
 * @param kmax bytes
 * @param pmax probability at kmax
 */
public record EcnMarkingCurve(long kmin, long kmax, double pmax) {
  /** Nothing is marked. */
  public static final EcnMarkingCurve OFF = new EcnMarkingCurve(Long.MAX_VALUE, Long.MAX_VALUE, 0);

  /** Each packet is asked about, of a marker that somebody brought along. */
  public static final EcnMarkingCurve BY_PLUGIN = new EcnMarkingCurve(-1, Long.MAX_VALUE, 0);

  /** With which probability a packet is marked that finds a queue between kmin and kmax. */
  public double probability(long queuedBytes) {
    return pmax * (queuedBytes - kmin) / (double) (kmax - kmin);
  }
}
