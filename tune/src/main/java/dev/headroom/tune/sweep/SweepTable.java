package dev.headroom.tune.sweep;

import dev.headroom.tune.table.TableDatabase;
import java.io.IOException;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Table of all rows of a sweep for queries: the view {@code rows} over the files of its parts and
 * over the journals. Rows stay in the files.
 */
public final class SweepTable implements AutoCloseable {
  private final TableDatabase database;

  private SweepTable(TableDatabase database) {
    this.database = database;
  }

  /** The rows that a folder has so far. */
  public static SweepTable open(SweepFolder folder) throws IOException {
    List<Slice> parts = folder.parts();
    try {
      TableDatabase database = TableDatabase.inMemory();
      boolean isDone = false;
      try {
        new PartTable(folder.plan(), database, "journal").fill(folder.journalRows().values());
        database.execute("CREATE VIEW rows AS " + rows(folder, parts));
        isDone = true;
        return new SweepTable(database);
      } finally {
        if (!isDone) {
          database.close();
        }
      }
    } catch (SQLException e) {
      throw TableDatabase.unreadable(folder.path(), e);
    }
  }

  private static String rows(SweepFolder folder, List<Slice> parts) {
    if (parts.isEmpty()) {
      return "SELECT * FROM journal";
    }
    String files =
        parts.stream()
            .map(part -> TableDatabase.quoted(folder.path().resolve(part.partName()).toString()))
            .collect(Collectors.joining(", "));
    String all =
        "SELECT * FROM read_parquet([%s], union_by_name = true) UNION ALL BY NAME ".formatted(files)
            + "SELECT * FROM journal";
    return isOverlapping(parts) ? "SELECT DISTINCT ON (trial) * FROM (" + all + ")" : all;
  }

  /** Two machines may have run the same trials, by shards of different lengths. */
  private static boolean isOverlapping(List<Slice> parts) {
    long next = 0;
    for (Slice part : parts) {
      if (part.first() < next) {
        return true;
      }
      next = part.last() + 1;
    }
    return false;
  }

  /** Reader of one row of a query's result. */
  @FunctionalInterface
  public interface RowReader {
    void read(ResultSet row) throws SQLException;
  }

  /** Reads the result of a query row by row. */
  public void query(String sql, RowReader rows) throws SQLException {
    try (Statement statement = database.connection().createStatement();
        ResultSet result = statement.executeQuery(sql)) {
      while (result.next()) {
        rows.read(result);
      }
    }
  }

  @Override
  public void close() throws SQLException {
    database.close();
  }
}
