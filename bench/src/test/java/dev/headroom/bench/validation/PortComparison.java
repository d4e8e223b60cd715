package dev.headroom.bench.validation;

import dev.headroom.formats.hpcc.HpccPortBytes;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Bytes through each switch port beside a reference's: equal everywhere if every flow took the same
 * path. A port that one side does not list carried nothing there.
 *
 * @param ports ports listed on either side
 * @param different those whose bytes differ
 */
public record PortComparison(int ports, List<Difference> different) {
  /**
   * A port that carried something else.
   *
   * @param node id of the switch
   * @param port its port, from 0
   * @param ours bytes here
   * @param theirs bytes there
   */
  public record Difference(int node, int port, long ours, long theirs) {}

  public PortComparison {
    different = List.copyOf(different);
  }

  public boolean equal() {
    return different.isEmpty();
  }

  /** Compares bytes of all classes, data and ACKs. */
  public static PortComparison of(List<HpccPortBytes> ours, List<HpccPortBytes> theirs) {
    Map<Long, long[]> bytes = new TreeMap<>();
    ours.forEach(port -> bytes.computeIfAbsent(key(port), k -> new long[2])[0] += port.bytes());
    theirs.forEach(port -> bytes.computeIfAbsent(key(port), k -> new long[2])[1] += port.bytes());
    List<Difference> different = new ArrayList<>();
    bytes.forEach((key, sides) -> {
      if (sides[0] != sides[1]) {
        different.add(new Difference((int) (key >> 32), key.intValue(), sides[0], sides[1]));
      }
    });
    return new PortComparison(bytes.size(), different);
  }

  private static long key(HpccPortBytes port) {
    return (long) port.node() << 32 | port.port();
  }
}
