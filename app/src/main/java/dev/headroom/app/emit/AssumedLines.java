package dev.headroom.app.emit;

import dev.headroom.model.text.UserFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * What {@code headroom convert} assumed where no input said it. It stands at the head of the
 * scenario, since the values themselves look like any other.
 */
public final class AssumedLines {
  private static final String MARK = "# Assumed: ";

  private AssumedLines() {}

  /** A sentence for each; none of a scenario that is not in a file. */
  public static List<String> of(Path scenario) throws IOException {
    if (!Files.isRegularFile(scenario)) {
      return List.of();
    }
    return UserFile.text(scenario, UserFile.MOST_BY_PROGRAM)
        .lines()
        .takeWhile(line -> line.startsWith("#"))
        .filter(line -> line.startsWith(MARK))
        .map(line ->
            "the scenario assumes, and nobody chose: "
                + line.substring(MARK.length()).replaceFirst("\\.$", ""))
        .toList();
  }
}
