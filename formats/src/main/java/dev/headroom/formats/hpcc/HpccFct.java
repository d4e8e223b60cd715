package dev.headroom.formats.hpcc;

/**
 * Line of {@code fct.txt}: a flow that finished.
 *
 * @param source node id of the sender
 * @param destination node id of the receiver
 * @param sourcePort UDP source port
 * @param destinationPort UDP destination port
 * @param bytes payload
 * @param startNs when it began
 * @param fctNs until the sender had the last ACK
 * @param standaloneNs what {@link HpccPaths#standaloneNs} says of it
 */
public record HpccFct(
    int source,
    int destination,
    int sourcePort,
    int destinationPort,
    long bytes,
    long startNs,
    long fctNs,
    long standaloneNs) {

  /**
   * Completion time over the lone one, at least 1: the lone one is an estimate there, and an idle
   * flow comes in below it.
   */
  public double slowdown() {
    return Math.max(1.0, (double) fctNs / standaloneNs);
  }

  /** As it stands in the file, without the line's end. */
  public String line() {
    return "%08x %08x %d %d %d %d %d %d"
        .formatted(
            HpccAddress.of(source),
            HpccAddress.of(destination),
            sourcePort,
            destinationPort,
            bytes,
            startNs,
            fctNs,
            standaloneNs);
  }
}
