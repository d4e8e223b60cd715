package dev.headroom.app.files;

import dev.headroom.sim.measure.FlowTrace;
import dev.headroom.sim.measure.Quantity;
import dev.headroom.sim.measure.Traces;
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

  private final Traces traces;

  TraceRows(Traces traces) {
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
    add(rows, flow.at(Quantity.RATE_BPS, time));
    add(rows, flow.at(Quantity.WINDOW_BYTES, time));
    add(rows, flow.at(Quantity.IN_FLIGHT_BYTES, time));
    add(rows, flow.at(Quantity.RTT_PS, time));
    add(rows, flow.at(Quantity.DELIVERED_BYTES, time));
    long grown = flow.grown(Quantity.DELIVERED_BYTES, time);
    if (grown == Quantity.ABSENT) {
      rows.appendNull();
    } else {
      rows.append(grown * 8e12 / traces.stepPs());
    }
    add(rows, flow.grown(Quantity.RETRANSMISSIONS, time));
    add(rows, flow.grown(Quantity.CNPS, time));
    add(rows, flow.grown(Quantity.MARKED_BYTES, time));
    rows.endRow();
  }

  private static void add(DuckDBAppender rows, long value) throws SQLException {
    if (value == Quantity.ABSENT) {
      rows.appendNull();
    } else {
      rows.append(value);
    }
  }
}
