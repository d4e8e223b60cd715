package dev.headroom.wire.explain;

import java.util.Arrays;

/** The UDP source ports of one direction, up to 64 of them. */
final class SourcePorts {
  private static final int KEPT = 64;

  private int[] ports = new int[1];
  private int count;

  void add(int port) {
    int at = Arrays.binarySearch(ports, 0, count, port);
    if (at >= 0 || count == KEPT) {
      return;
    }
    int to = -at - 1;
    if (count == ports.length) {
      ports = Arrays.copyOf(ports, count * 2);
    }
    System.arraycopy(ports, to, ports, to + 1, count - to);
    ports[to] = port;
    count++;
  }

  int count() {
    return count;
  }

  int first() {
    return count == 0 ? -1 : ports[0];
  }
}
