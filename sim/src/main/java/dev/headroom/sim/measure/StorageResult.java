package dev.headroom.sim.measure;

/**
 * Result of requests to storage.
 *
 * @param writes whether they wrote
 * @param requestCount requests in all
 * @param bytes that were moved by those answered
 * @param latenciesPs from request to answer, of those answered, shortest first
 * @param lastPs when the last was answered, from the start of the run
 */
public record StorageResult(
    boolean writes, long requestCount, long bytes, long[] latenciesPs, long lastPs) {

  /** Requests that were answered. */
  public int completedRequests() {
    return latenciesPs.length;
  }

  /** The latency that a share of the requests kept within; 0 if none was answered. */
  public long quantilePs(double share) {
    if (latenciesPs.length == 0) {
      return 0;
    }
    int place = (int) Math.ceil(share * latenciesPs.length) - 1;
    return latenciesPs[Math.max(0, place)];
  }

  /** Data moved by all over the time that it took, in bits a second. */
  public double bps() {
    return lastPs == 0 ? 0 : bytes * 8e12 / lastPs;
  }
}
