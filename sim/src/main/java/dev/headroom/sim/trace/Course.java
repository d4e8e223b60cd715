package dev.headroom.sim.trace;

import static dev.headroom.sim.measure.Quantity.ABSENT;

import dev.headroom.sim.host.FlowProgress;
import dev.headroom.sim.host.Transport;
import dev.headroom.sim.measure.FlowTrace;
import dev.headroom.sim.measure.Quantity;
import dev.headroom.sim.measure.SampleTimes;
import dev.headroom.sim.workload.FlowBook;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Samples of one flow so far. */
final class Course {
  private static final int LEAST = 64;

  final int flow;

  /** That of its connection, once that is there. */
  @Nullable TracedControl control;

  private final Map<Quantity, long[]> values = new EnumMap<>(Quantity.class);
  private boolean over;

  /** What its connection had been told of marks before the flow started. */
  private long markedBefore;

  // Counts never fall, though a transport may forget a flow before its software knows that it is
  // done.
  private long acknowledged;
  private long retransmissions;
  private long cnps;

  Course(int flow) {
    this.flow = flow;
    for (Quantity quantity : Quantity.values()) {
      values.put(quantity, new long[LEAST]);
    }
  }

  /** There is room for one more time. */
  void makeRoom(SampleTimes times) {
    values.replaceAll((quantity, series) ->
        times.count() < series.length ? series : Arrays.copyOf(series, times.longer()));
  }

  void look(int time, FlowBook book, Transport transport, int queuePair) {
    values.values().forEach(series -> series[time] = ABSENT);
    TracedControl own = control;
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
    put(Quantity.IN_FLIGHT_BYTES, time, inFlight);
    boolean heard = inFlight != Transport.UNCOUNTED || over;
    put(Quantity.DELIVERED_BYTES, time, heard ? acknowledged : ABSENT);
    put(Quantity.RETRANSMISSIONS, time, retransmissions);
    if (own != null) {
      put(Quantity.RATE_BPS, time, own.lastRateBps());
      put(Quantity.WINDOW_BYTES, time, own.lastWindowBytes());
      put(Quantity.RTT_PS, time, own.lastRttPs());
      put(Quantity.CNPS, time, own.hearsCnps() ? cnps : ABSENT);
      long marked = own.markedBytes();
      put(Quantity.MARKED_BYTES, time, marked == ABSENT ? ABSENT : marked - markedBefore);
    }
  }

  private void count(FlowBook book, Transport transport) {
    FlowProgress progress = over ? FlowProgress.NONE : transport.progress(flow);
    long done = over ? book.program().bytes(flow) : progress.acknowledgedBytes();
    acknowledged = Math.max(acknowledged, done);
    retransmissions =
        Math.max(retransmissions, Math.max(progress.retransmissions(), book.retransmissions(flow)));
    cnps = Math.max(cnps, Math.max(progress.cnps(), book.cnps(flow)));
  }

  private void put(Quantity quantity, int time, long value) {
    Objects.requireNonNull(values.get(quantity))[time] = value;
  }

  void thin(SampleTimes times) {
    values.values().forEach(times::thin);
  }

  FlowTrace trace(int count) {
    Map<Quantity, long[]> kept = new EnumMap<>(values);
    kept.replaceAll((quantity, series) -> Arrays.copyOf(series, count));
    return new FlowTrace(flow, kept);
  }
}
