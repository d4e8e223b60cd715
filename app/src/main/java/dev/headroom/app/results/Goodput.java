package dev.headroom.app.results;

/**
 * Payload delivered per second of the run, over the hosts that received any.
 *
 * @param hosts how many did
 * @param meanBps mean over them
 * @param leastBps of the slowest
 * @param mostBps of the fastest
 */
public record Goodput(int hosts, double meanBps, double leastBps, double mostBps) {

  static Goodput of(long[] receivedBytes, long durationPs) {
    int hosts = 0;
    double sum = 0;
    double least = Double.POSITIVE_INFINITY;
    double most = 0;
    for (long bytes : receivedBytes) {
      if (bytes > 0 && durationPs > 0) {
        double bps = bytes * 8e12 / durationPs;
        hosts++;
        sum += bps;
        least = Math.min(least, bps);
        most = Math.max(most, bps);
      }
    }
    return hosts == 0 ? new Goodput(0, 0, 0, 0) : new Goodput(hosts, sum / hosts, least, most);
  }
}
