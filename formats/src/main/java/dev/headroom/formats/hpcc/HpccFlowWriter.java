package dev.headroom.formats.hpcc;

import dev.headroom.formats.NotExpressibleException;
import dev.headroom.model.flow.FlowProgram;
import java.io.IOException;
import java.math.BigDecimal;
import java.util.Comparator;
import java.util.Optional;
import java.util.function.IntUnaryOperator;
import java.util.stream.IntStream;

/**
 * Writer of flow files of the HPCC simulator: sorted by start, in seconds from 2.0, priority group
 * 3, destination port 100.
 */
public final class HpccFlowWriter {
  private static final long TRAFFIC_STARTS_NS = 2_000_000_000L;
  private static final long MOST_BYTES = 0xffff_ffffL;
  private static final int GROUP = 3;
  private static final int PORT = 100;

  private HpccFlowWriter() {}

  /**
   * Writes all flows of a program.
   *
   * @param node the node id of a host's position
   * @throws NotExpressibleException if a flow waits for another, or is too large
   */
  public static void write(FlowProgram flows, IntUnaryOperator node, Appendable out)
      throws IOException {
    int[] order =
        IntStream.range(0, flows.flows())
            .boxed()
            .sorted(Comparator.comparingLong(flows::startPs))
            .mapToInt(Integer::intValue)
            .toArray();
    out.append(Integer.toString(order.length)).append('\n');
    for (int flow : order) {
      if (flows.needs(flow) > 0) {
        throw new NotExpressibleException(
            "flow " + flow + " depends on another flow: HPCC's flow files have start times only");
      }
      if (flows.bytes(flow) < 1 || flows.bytes(flow) > MOST_BYTES) {
        throw new NotExpressibleException(
            "flow %d has %d B: HPCC ns-3 accepts 1 to %d"
                .formatted(flow, flows.bytes(flow), MOST_BYTES));
      }
      out.append(
          "%d %d %d %d %d %s\n"
              .formatted(
                  node.applyAsInt(flows.source(flow)),
                  node.applyAsInt(flows.destination(flow)),
                  GROUP,
                  PORT,
                  flows.bytes(flow),
                  seconds(TRAFFIC_STARTS_NS + flows.startPs(flow) / 1_000)));
    }
  }

  /** Seconds that come to just so many nanoseconds there, where they pass through a double. */
  static String seconds(long ns) {
    String plain = BigDecimal.valueOf(ns, 9).toPlainString();
    if (Ns3Units.cutToNanoseconds(plain).equals(Optional.of(ns * 1_000))) {
      return plain;
    }
    return new BigDecimal(Double.toString(Math.nextUp(Double.parseDouble(plain)))).toPlainString();
  }
}
