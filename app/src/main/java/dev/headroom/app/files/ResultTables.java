package dev.headroom.app.files;

import dev.headroom.model.fabric.Fabric;
import dev.headroom.model.fabric.Link;
import dev.headroom.model.fabric.Node;
import dev.headroom.model.text.FailureMessage;
import dev.headroom.run.figures.PortLoad;
import dev.headroom.run.summary.RunSummary;
import dev.headroom.sim.measure.FlowResult;
import dev.headroom.sim.measure.PortResult;
import dev.headroom.tune.table.TableDatabase;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import java.util.Set;
import org.duckdb.DuckDBAppender;
import org.duckdb.DuckDBConnection;

/**
 * Writer, through DuckDB, of the tables {@code flows}, {@code links} and {@code queues}, plus
 * {@code samples} for sampled runs and {@code traces} for traced flows. Loading its native library
 * is most of what this costs, so nothing else may touch it.
 */
public final class ResultTables {
  /** Flows above which the tables are staged on disk and not in memory. */
  private static final long STAGED = 1_000_000;

  private static final String FLOWS =
      """
      CREATE TABLE flows (flow INTEGER, part INTEGER, source VARCHAR, destination VARCHAR, bytes BIGINT,
        startPs BIGINT, deliveredPs BIGINT, completedPs BIGINT, fctPs BIGINT, soloPs BIGINT,
        slowdown DOUBLE, deliveredBytes BIGINT, retransmissions INTEGER, cnps INTEGER,
        udpSourcePort INTEGER, udpDestinationPort INTEGER, finished BOOLEAN, failure VARCHAR)
      """;
  private static final String LINKS =
      """
      CREATE TABLE links (link INTEGER, node VARCHAR, port INTEGER, peer VARCHAR, fromTier INTEGER,
        toTier INTEGER, rateBps BIGINT, delayPs BIGINT, packets BIGINT, bytes BIGINT,
        dataBytes BIGINT, busyShare DOUBLE, goodputBps DOUBLE, pauses BIGINT, pausedPs BIGINT,
        pausedShare DOUBLE, marks BIGINT, drops BIGINT, peakQueueBytes BIGINT)
      """;
  private static final String QUEUES =
      """
      CREATE TABLE queues (node VARCHAR, port INTEGER, peer VARCHAR, class INTEGER, packets BIGINT,
        bytes BIGINT, marks BIGINT, drops BIGINT, pauses BIGINT, pausedPs BIGINT,
        peakQueueBytes BIGINT, xoffSent BIGINT)
      """;

  private final RunFolder folder;
  private final Set<TableFormat> formats;
  private final RunSummary summary;
  private final List<Node> nodes;
  private final List<Node> hosts;

  private ResultTables(RunFolder folder, Set<TableFormat> formats, RunSummary summary) {
    this.folder = folder;
    this.formats = formats;
    this.summary = summary;
    Fabric fabric = summary.scenario().fabric();
    this.nodes = fabric.nodes();
    this.hosts = fabric.hosts();
  }

  public static void write(
      RunFolder folder, Set<TableFormat> formats, RunSummary summary, FlowSpool flows)
      throws IOException {
    boolean staged = summary.result().counts().flows() > STAGED;
    Path stage = folder.scratch("tables");
    try (TableDatabase database = staged ? TableDatabase.in(stage) : TableDatabase.inMemory()) {
      new ResultTables(folder, formats, summary).write(database, flows);
    } catch (SQLException e) {
      throw TableDatabase.failure(folder.path(), e);
    } finally {
      Files.deleteIfExists(stage);
    }
  }

  private void write(TableDatabase database, FlowSpool flows) throws SQLException, IOException {
    DuckDBConnection connection = database.connection();
    database.execute(FLOWS);
    database.execute(LINKS);
    database.execute(QUEUES);
    flows(connection, flows);
    ports(connection);
    for (String table : List.of("flows", "links", "queues")) {
      copy(database, table);
    }
    remove("samples");
    if (summary.result().samples().count() > 0) {
      database.execute(SampleRows.TABLE);
      samples(connection);
      copy(database, "samples");
    }
    remove("traces");
    if (summary.result().traces().count() > 0) {
      database.execute(TraceRows.TABLE);
      traces(connection);
      copy(database, "traces");
    }
  }

  private void copy(TableDatabase database, String table) throws IOException {
    for (TableFormat format : formats) {
      database.copy(
          table, format.options(), folder.scratch(table), folder.result(format.fileName(table)));
      folder.list(); // at once, so that a killed run leaves no table that its list lacks
    }
  }

  private void remove(String table) throws IOException {
    for (TableFormat format : TableFormat.values()) {
      folder.remove(format.fileName(table));
    }
  }

  private void flows(DuckDBConnection connection, FlowSpool flows)
      throws SQLException, IOException {
    try (DuckDBAppender rows = connection.createAppender("main", "flows")) {
      flows.read(flow -> {
        try {
          append(rows, flow);
        } catch (SQLException e) {
          throw new IOException("could not add a flow to its table: " + FailureMessage.of(e), e);
        }
      });
    }
  }

  private void samples(DuckDBConnection connection) throws SQLException {
    try (DuckDBAppender rows = connection.createAppender("main", "samples")) {
      new SampleRows(summary.result(), nodes).append(rows);
    }
  }

  private void traces(DuckDBConnection connection) throws SQLException {
    try (DuckDBAppender rows = connection.createAppender("main", "traces")) {
      new TraceRows(summary.result().traces()).append(rows);
    }
  }

  private void append(DuckDBAppender rows, FlowResult flow) throws SQLException {
    rows.beginRow()
        .append(flow.flow())
        .append(summary.scenario().flows().part(flow.flow()))
        .append(hosts.get(flow.source()).name())
        .append(hosts.get(flow.destination()).name())
        .append(flow.bytes());
    time(rows, flow.startPs());
    time(rows, flow.deliveredPs());
    time(rows, flow.completedPs());
    time(rows, flow.finished() ? flow.fctPs() : -1);
    time(rows, flow.idealFctPs());
    if (flow.finished()) {
      rows.append(flow.slowdown());
    } else {
      rows.appendNull();
    }
    rows.append(flow.deliveredBytes())
        .append(flow.retransmissions())
        .append(flow.cnps())
        .append(flow.udpPorts() >>> 16)
        .append(flow.udpPorts() & 0xffff)
        .append(flow.finished())
        .append(flow.failure())
        .endRow();
  }

  /** What has not happened is null. */
  private static void time(DuckDBAppender rows, long ps) throws SQLException {
    if (ps < 0) {
      rows.appendNull();
    } else {
      rows.append(ps);
    }
  }

  private void ports(DuckDBConnection connection) throws SQLException {
    try (DuckDBAppender links = connection.createAppender("main", "links");
        DuckDBAppender queues = connection.createAppender("main", "queues")) {
      for (PortLoad load : summary.network().ports().loads()) {
        link(links, load);
        for (int priority = 0; priority < load.port().packets().length; priority++) {
          queue(queues, load.port(), priority);
        }
      }
    }
  }

  private void link(DuckDBAppender rows, PortLoad load) throws SQLException {
    PortResult port = load.port();
    Link link = summary.scenario().fabric().links().get(port.link());
    rows.beginRow()
        .append(port.link())
        .append(nodes.get(port.node()).name())
        .append(port.port())
        .append(nodes.get(port.peer()).name())
        .append(nodes.get(port.node()).tier())
        .append(nodes.get(port.peer()).tier())
        .append(port.rateBps())
        .append(link.delay().ps())
        .append(load.packets())
        .append(load.bytes())
        .append(port.dataBytes())
        .append(load.busy())
        .append(summary.goodputBps(load))
        .append(load.pauses())
        .append(load.pausedPs())
        .append(load.pausedShare())
        .append(load.marks())
        .append(load.drops())
        .append(load.peakQueueBytes())
        .endRow();
  }

  /** A class that nothing used has no row. */
  private void queue(DuckDBAppender rows, PortResult port, int priority) throws SQLException {
    if (port.packets()[priority] == 0
        && port.drops()[priority] == 0
        && port.pauses()[priority] == 0
        && port.xoffSent()[priority] == 0) {
      return;
    }
    rows.beginRow()
        .append(nodes.get(port.node()).name())
        .append(port.port())
        .append(nodes.get(port.peer()).name())
        .append(priority)
        .append(port.packets()[priority])
        .append(port.bytes()[priority])
        .append(port.marks()[priority])
        .append(port.drops()[priority])
        .append(port.pauses()[priority])
        .append(port.pausedPs()[priority])
        .append(port.peakQueueBytes()[priority])
        .append(port.xoffSent()[priority])
        .endRow();
  }
}
