package dev.headroom.run.figures;

/**
 * Payload delivered per second of the run, over the hosts that received any.
 *
 * @param hosts how many did
 * @param meanBps mean over them
 * @param leastBps of the slowest
 * @param mostBps of the fastest
 * @param totalPayloadBytes payload of all flows of the workload
 * @param deliveredBytes of these, known to have arrived
 */
public record Goodput(
    int hosts,
    double meanBps,
    double leastBps,
    double mostBps,
    long totalPayloadBytes,
    long deliveredBytes) {

  public static Goodput of(long[] receivedBytes, long askedBytes, long durationPs) {
    long delivered = 0;
    int hosts = 0;
    double sum = 0;
    double least = Double.POSITIVE_INFINITY;
    double most = 0;
    for (long bytes : receivedBytes) {
      delivered += bytes;
      if (bytes > 0 && durationPs > 0) {
        double bps = bytes * 8e12 / durationPs;
        hosts++;
        sum += bps;
        least = Math.min(least, bps);
        most = Math.max(most, bps);
      }
    }
    return hosts == 0
        ? new Goodput(0, 0, 0, 0, askedBytes, delivered)
        : new Goodput(hosts, sum / hosts, least, most, askedBytes, delivered);
  }

  /** Share of the payload that is not known to have arrived. */
  public double missing() {
    return totalPayloadBytes == 0
        ? 0
        : (double) (totalPayloadBytes - deliveredBytes) / totalPayloadBytes;
  }
}
