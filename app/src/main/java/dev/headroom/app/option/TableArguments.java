package dev.headroom.app.option;

import dev.headroom.app.files.TableFormat;
import dev.headroom.model.text.BadInputException;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Option for the formats of a run's tables. */
public final class TableArguments {
  @Option(
      names = "--tables",
      paramLabel = "FORMATS",
      description =
          "Formats of the tables of flows, links and queues: parquet, csv, or parquet,csv. "
              + "Default: parquet with --out, else no tables.")
  private @Nullable String text;

  /**
   * The formats to write, which may be none.
   *
   * @param out the folder that the user named for results; null without one
   */
  public Set<TableFormat> formats(@Nullable Path out) {
    Set<TableFormat> formats = EnumSet.noneOf(TableFormat.class);
    if (text == null) {
      if (out != null) {
        formats.add(TableFormat.PARQUET);
      }
      return formats;
    }
    for (String word : text.split(",", -1)) {
      formats.add(format(word.strip()));
    }
    return formats;
  }

  private TableFormat format(String word) {
    return Stream.of(TableFormat.values())
        .filter(format -> format.word().equals(word))
        .findFirst()
        .orElseThrow(() ->
            new BadInputException(
                "--tables %s: '%s' is not a format of tables; use parquet, csv, or parquet,csv"
                    .formatted(text, word)));
  }
}
