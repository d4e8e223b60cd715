package dev.headroom.app.files;

import dev.headroom.sim.measure.FlowTrace;
import dev.headroom.sim.measure.FlowTraces;
import dev.headroom.sim.measure.TraceQuantity;
import java.sql.SQLException;
import org.duckdb.DuckDBAppender;

/**
 * Rows of {@code traces.parquet}: the state of single flows over time. What a flow does not have is
 * null; what is counted is told of the time since the row before.
 */
final class TraceRows {
  static final String TABLE =
      """
      CREATE TABLE traces (timePs BIGINT, flow INTEGER, rateBps BIGINT, windowBytes BIGINT,
        inFlightBytes BIGINT, rttPs BIGINT, deliveredBytes BIGINT, goodputBps DOUBLE,
        retransmissions BIGINT, cnps BIGINT, markedBytes BIGINT)
      """;

  private final FlowTraces traces;

  TraceRows(FlowTraces traces) {
    this.traces = traces;
  }

  /** Flow by flow, each in order of time. */
  void append(DuckDBAppender rows) throws SQLException {
    for (FlowTrace flow : traces.flows()) {
      for (int time = 0; time < traces.count(); time++) {
        if (flow.isThere(time)) {
          append(rows, flow, time);
        }
      }
    }
  }

  private void append(DuckDBAppender rows, FlowTrace flow, int time) throws SQLException {
    rows.beginRow().append(traces.timePs(time)).append(flow.flow());
    add(rows, flow.at(TraceQuantity.RATE_BPS, time));
    add(rows, flow.at(TraceQuantity.WINDOW_BYTES, time));
    add(rows, flow.at(TraceQuantity.IN_FLIGHT_BYTES, time));
    add(rows, flow.at(TraceQuantity.RTT_PS, time));
    add(rows, flow.at(TraceQuantity.DELIVERED_BYTES, time));
    long grown = flow.grown(TraceQuantity.DELIVERED_BYTES, time);
    if (grown == TraceQuantity.ABSENT) {
      rows.appendNull();
    } else {
      rows.append(grown * 8e12 / traces.stepPs());
    }
    add(rows, flow.grown(TraceQuantity.RETRANSMISSIONS, time));
    add(rows, flow.grown(TraceQuantity.CNPS, time));
    add(rows, flow.grown(TraceQuantity.MARKED_BYTES, time));
    rows.endRow();
  }

  private static void add(DuckDBAppender rows, long value) throws SQLException {
    if (value == TraceQuantity.ABSENT) {
      rows.appendNull();
    } else {
      rows.append(value);
    }
  }
}
