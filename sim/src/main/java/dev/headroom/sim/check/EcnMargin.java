package dev.headroom.sim.check;

/**
 * Margin between ECN marking and PFC pauses at a switch, worked out before the run. Kmin is of an
 * egress queue, XOFF of an ingress, so the two are not simply compared: bytes of one ingress may
 * stand in many egress queues, and those of many ingresses in one.
 *
 * <p>With S the shared pool, s what is used of it, α the dynamic threshold and r the reserve of an
 * ingress class, XOFF is asked for when an ingress holds r + α (S − s). With n egress ports that
 * the packets of one ingress go to, f ingresses that one egress port hears, and P lossless classes:
 *
 * <pre>
 *   one to one     one ingress, one egress queue: XOFF at   q = r + α S / (1 + α)
 *   fan-in         f ingresses, one egress queue: XOFF at   q = f (r + α S / (1 + f α))
 *   worst case     one ingress behind n egress queues, all P n queues of the switch just below Kmin:
 *                  never before a mark if   Kmin &lt; (r + α S) / (n (1 + P α))
 * </pre>
 *
 * <p>The worst case is the bound of Zhu et al., Congestion Control for Large-Scale RDMA
 * Deployments, SIGCOMM 2015, section 4: t_ECN &lt; β (B − 8 n t_flight) / (8 n (β + 1)), with β = 8
 * α, eight classes, B − 8 n t_flight = S and no reserve; 21.75 KB for 12 MB, 32 ports, 22.4 KB and
 * β = 8. With a fixed threshold X (pfc.xoff) in the place of α (S − s): q = r + X, f (r + X), and
 * Kmin &lt; (r + X) / n.
 *
 * @param totalBytes buffer of the switch
 * @param ports its ports
 * @param classes lossless classes
 * @param headroomBytes set aside for what comes after XOFF, all ports and classes
 * @param reservedBytes reserve of one ingress class
 * @param alpha dynamic threshold; the least of its ports
 * @param xoffBytes fixed threshold, or -1
 * @param fanOut egress ports that packets of one ingress go to, at most
 * @param fanIn ingress ports that one egress port hears, at most
 */
public record EcnMargin(
    long totalBytes,
    int ports,
    int classes,
    long headroomBytes,
    long reservedBytes,
    double alpha,
    long xoffBytes,
    int fanOut,
    int fanIn) {

  /** What all ingresses share, in bytes. */
  public double sharedBytes() {
    return (double) totalBytes - headroomBytes - (double) ports * classes * reservedBytes;
  }

  /** The egress queue at which the only ingress that feeds it is paused, in bytes. */
  public double pausesOneToOne() {
    return pausesAt(1, 0);
  }

  /** The egress queue at which the ingresses that feed it are paused, all alike, in bytes. */
  public double pausesAtFanIn() {
    return pausesAt(fanIn, 0);
  }

  /**
   * The egress queue at which the ingresses that feed it are paused, all alike, in bytes.
   *
   * @param ingresses how many, at least one
   * @param used share of the pool that others use, from 0 to 1: S falls by as much
   */
  public double pausesAt(int ingresses, double used) {
    double left = sharedBytes() * (1 - used);
    double each = xoffBytes >= 0 ? xoffBytes : alpha * left / (1 + ingresses * alpha);
    return ingresses * (reservedBytes + each);
  }

  /**
   * The share of the pool that others must use for the ingresses that feed a queue to be paused
   * before it marks, from 0 (a pause always comes first) to 1 (none does in this state).
   *
   * @param ingresses how many, at least one
   * @param kmin where the queue begins to mark, in bytes
   */
  public double usedAtFirstPause(int ingresses, double kmin) {
    double reserve = pausesAt(ingresses, 1);
    double spread = pausesAt(ingresses, 0) - reserve;
    if (kmin <= reserve) {
      return 1;
    }
    return spread <= 0 ? 0 : Math.max(0, 1 - (kmin - reserve) / spread);
  }

  /** Kmin below which no ingress can ever be paused before something is marked, in bytes. */
  public double safeKmin() {
    return xoffBytes >= 0
        ? (reservedBytes + (double) xoffBytes) / fanOut
        : (reservedBytes + alpha * sharedBytes()) / (fanOut * (1 + classes * alpha));
  }
}
