package dev.headroom.wire.explain;

import java.util.HashMap;
import java.util.Map;

/**
 * Evenness with which directions spread over UDP source ports: Shannon's entropy of the first port
 * of each.
 */
final class SourcePortEntropy {
  private final Map<Integer, Integer> ways = new HashMap<>();
  private int count;

  void add(QueuePairDirection way) {
    one(way);
    if (way.peer != null) {
      one(way.peer);
    }
  }

  private void one(QueuePairDirection way) {
    if (way.sourcePorts.count() > 0) {
      ways.merge(way.sourcePorts.first(), 1, Integer::sum);
      count++;
    }
  }

  CaptureReport.Ports finish() {
    double bits = 0;
    for (int each : ways.values()) {
      double share = (double) each / count;
      bits -= share * Math.log(share) / Math.log(2);
    }
    double most = count == 0 ? 0 : Math.log(count) / Math.log(2);
    return new CaptureReport.Ports(ways.size(), bits + 0.0, most);
  }
}
