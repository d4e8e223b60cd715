package dev.headroom.app.files;

import dev.headroom.model.fabric.Node;
import dev.headroom.sim.measure.PortResult;
import dev.headroom.sim.measure.PortSamples;
import dev.headroom.sim.measure.PortSeries;
import dev.headroom.sim.measure.RunResult;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.duckdb.DuckDBAppender;

/**
 * Rows of {@code samples.parquet}: the state of each port over time. A port that sent nothing, had
 * nothing queued and was not paused has no row for that time: most ports of a large fabric are at
 * rest most of the time.
 */
final class SampleRows {
  static final String TABLE =
      """
      CREATE TABLE samples (timePs BIGINT, node VARCHAR, port INTEGER, peer VARCHAR,
        queueBytes BIGINT, sentBytes BIGINT, rateBps DOUBLE, paused BOOLEAN)
      """;

  private final PortSamples samples;
  private final List<Node> nodes;

  /** Names of what ports lead to, by node and port. */
  private final Map<Long, String> peers = new HashMap<>();

  SampleRows(RunResult result, List<Node> nodes) {
    this.samples = result.samples();
    this.nodes = nodes;
    for (PortResult port : result.ports()) {
      peers.put(key(port.node(), port.port()), nodes.get(port.peer()).name());
    }
  }

  /** Port by port, each in order of time. */
  void append(DuckDBAppender rows) throws SQLException {
    for (PortSeries series : samples.ports()) {
      String node = nodes.get(series.node()).name();
      String peer = peers.get(key(series.node(), series.port()));
      for (int i = 0; i < samples.count(); i++) {
        if (series.queueBytes()[i] == 0 && series.sentBytes()[i] == 0 && !series.paused()[i]) {
          continue;
        }
        rows.beginRow()
            .append(samples.fromPs() + (i + 1) * samples.periodPs())
            .append(node)
            .append(series.port())
            .append(peer)
            .append(series.queueBytes()[i])
            .append(series.sentBytes()[i])
            .append(series.sentBytes()[i] * 8e12 / samples.periodPs())
            .append(series.paused()[i])
            .endRow();
      }
    }
  }

  private static long key(int node, int port) {
    return ((long) node << 32) | port;
  }
}
