package dev.headroom.run.figures;

/** Payload bytes that each host sent and got delivered, by position among the hosts. */
public final class HostBytes {
  final long[] sent;
  public final long[] received;

  HostBytes(int hosts) {
    sent = new long[hosts];
    received = new long[hosts];
  }

  void add(int source, int destination, long bytes) {
    sent[source] += bytes;
    received[destination] += bytes;
  }
}
