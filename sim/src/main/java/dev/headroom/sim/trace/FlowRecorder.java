package dev.headroom.sim.trace;

import static dev.headroom.sim.measure.TraceQuantity.ABSENT;

import dev.headroom.sim.host.FlowProgress;
import dev.headroom.sim.host.Transport;
import dev.headroom.sim.measure.FlowTrace;
import dev.headroom.sim.measure.SampleTimes;
import dev.headroom.sim.measure.TraceQuantity;
import dev.headroom.sim.workload.FlowStateTable;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Samples of one flow so far. */
final class FlowRecorder {
  private static final int LEAST = 64;

  final int flow;

  /** That of its connection, once that is there. */
  @Nullable TracedController control;

  private final Map<TraceQuantity, long[]> values = new EnumMap<>(TraceQuantity.class);
  private boolean over;

  /** What its connection had been told of marks before the flow started. */
  private long markedBefore;

  // Counts never fall, though a transport may forget a flow before its software knows that it is
  // done.
  private long acknowledged;
  private long retransmissions;
  private long cnps;

  FlowRecorder(int flow) {
    this.flow = flow;
    for (TraceQuantity quantity : TraceQuantity.values()) {
      values.put(quantity, new long[LEAST]);
    }
  }

  /** There is room for one more time. */
  void makeRoom(SampleTimes times) {
    values.replaceAll((quantity, series) ->
        times.count() < series.length ? series : Arrays.copyOf(series, times.longer()));
  }

  void sample(int time, FlowStateTable book, Transport transport, int queuePair) {
    values.values().forEach(series -> series[time] = ABSENT);
    TracedController own = control;
    if (book.startedPs(flow) < 0) {
      markedBefore = own == null ? 0 : Math.max(0, own.markedBytes());
      return;
    }
    if (over) {
      return;
    }
    over = book.completedPs(flow) >= 0;
    long inFlight = transport.inFlightBytes(queuePair);
    count(book, transport);
    put(TraceQuantity.IN_FLIGHT_BYTES, time, inFlight);
    boolean heard = inFlight != Transport.UNCOUNTED || over;
    put(TraceQuantity.DELIVERED_BYTES, time, heard ? acknowledged : ABSENT);
    put(TraceQuantity.RETRANSMISSIONS, time, retransmissions);
    if (own != null) {
      put(TraceQuantity.RATE_BPS, time, own.lastRateBps());
      put(TraceQuantity.WINDOW_BYTES, time, own.lastWindowBytes());
      put(TraceQuantity.RTT_PS, time, own.lastRttPs());
      put(TraceQuantity.CNPS, time, own.receivesCnps() ? cnps : ABSENT);
      long marked = own.markedBytes();
      put(TraceQuantity.MARKED_BYTES, time, marked == ABSENT ? ABSENT : marked - markedBefore);
    }
  }

  private void count(FlowStateTable book, Transport transport) {
    FlowProgress progress = over ? FlowProgress.NONE : transport.progress(flow);
    long done = over ? book.program().bytes(flow) : progress.acknowledgedBytes();
    acknowledged = Math.max(acknowledged, done);
    retransmissions =
        Math.max(retransmissions, Math.max(progress.retransmissions(), book.retransmissions(flow)));
    cnps = Math.max(cnps, Math.max(progress.cnps(), book.cnps(flow)));
  }

  private void put(TraceQuantity quantity, int time, long value) {
    Objects.requireNonNull(values.get(quantity))[time] = value;
  }

  void thin(SampleTimes times) {
    values.values().forEach(times::thin);
  }

  FlowTrace trace(int count) {
    Map<TraceQuantity, long[]> kept = new EnumMap<>(values);
    kept.replaceAll((quantity, series) -> Arrays.copyOf(series, count));
    return new FlowTrace(flow, kept);
  }
}
