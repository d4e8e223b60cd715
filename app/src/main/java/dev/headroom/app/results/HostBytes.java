package dev.headroom.app.results;

/** Payload bytes that each host sent and got delivered, by position among the hosts. */
final class HostBytes {
  final long[] sent;
  final long[] received;

  HostBytes(int hosts) {
    sent = new long[hosts];
    received = new long[hosts];
  }

  void add(int source, int destination, long bytes) {
    sent[source] += bytes;
    received[destination] += bytes;
  }
}
