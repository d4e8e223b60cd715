package dev.headroom.app.files;

import dev.headroom.tune.table.TableDatabase;

/** File format of a run's tables. */
public enum TableFormat {
  PARQUET("parquet", TableDatabase.PARQUET),
  CSV("csv", "FORMAT csv, HEADER");

  private final String word;
  private final String options;

  TableFormat(String word, String options) {
    this.word = word;
    this.options = options;
  }

  /** The format in options of commands, which is also the ending of its files. */
  public String word() {
    return word;
  }

  String fileName(String table) {
    return table + "." + word;
  }

  /** Options of DuckDB's {@code COPY} statement. */
  String options() {
    return options;
  }
}
