package dev.headroom.tune.table;

import dev.headroom.formats.TemporaryFiles;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import org.duckdb.DuckDBConnection;

/**
 * DuckDB database of a command, in memory or in a temporary file, that writes tables to files.
 * Loading its native library is most of what a small table costs, so nothing else may touch it.
 */
public final class TableDatabase implements AutoCloseable {
  /** Options of DuckDB's {@code COPY} statement for the format that all tables have. */
  public static final String PARQUET = "FORMAT parquet, COMPRESSION zstd";

  private final Connection connection;

  private TableDatabase(Connection connection) {
    this.connection = connection;
  }

  /** A database in memory. */
  public static TableDatabase inMemory() throws SQLException {
    return open("");
  }

  /** A database in a file, for tables that are too large for memory. */
  public static TableDatabase in(Path file) throws SQLException {
    return open(file.toString());
  }

  /** One thread: rows keep their order, and the cost is what it would be on one core. */
  private static TableDatabase open(String where) throws SQLException {
    Connection connection = DriverManager.getConnection("jdbc:duckdb:" + where);
    try (Statement statement = connection.createStatement()) {
      statement.execute("SET threads = 1");
    } catch (SQLException e) {
      connection.close();
      throw e;
    }
    return new TableDatabase(connection);
  }

  public DuckDBConnection connection() throws SQLException {
    return connection.unwrap(DuckDBConnection.class);
  }

  public void execute(String sql) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  /**
   * Writes a table to a file, which appears whole or not at all.
   *
   * @param table its name, or a query in brackets
   * @param options of the {@code COPY} statement
   * @param draft hidden file beside the target, written first and then renamed
   */
  public void copy(String table, String options, Path draft, Path target) throws IOException {
    try {
      execute("COPY " + table + " TO " + quoted(draft.toString()) + " (" + options + ")");
      TemporaryFiles.commit(draft, target);
    } catch (SQLException e) {
      throw failure(target, e);
    } finally {
      Files.deleteIfExists(draft);
    }
  }

  /** A text in SQL. */
  public static String quoted(String text) {
    return "'" + text.replace("'", "''") + "'";
  }

  /** A column's name in SQL. */
  public static String name(String column) {
    return '"' + column.replace("\"", "\"\"") + '"';
  }

  /** With the first line of the database's message; the others say where in it. */
  public static FileSystemException failure(Path file, SQLException e) {
    return failure(file, "written", e);
  }

  /** The same for a file that is read. */
  public static FileSystemException unreadable(Path file, SQLException e) {
    return failure(file, "read", e);
  }

  private static FileSystemException failure(Path file, String what, SQLException e) {
    String why = String.valueOf(e.getMessage()).lines().findFirst().orElse("");
    FileSystemException failure =
        new FileSystemException(file.toString(), null, "could not be " + what + ": " + why);
    failure.initCause(e);
    return failure;
  }

  @Override
  public void close() throws SQLException {
    connection.close();
  }
}
