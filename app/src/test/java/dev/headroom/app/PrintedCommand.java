package dev.headroom.app;

import dev.headroom.app.input.ScenarioSource;
import dev.headroom.app.input.UserTextReader;
import dev.headroom.model.scenario.Scenario;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A {@code headroom sim FILE --set ...} as it is printed for people, taken for what a shell makes
 * of it in the project's folder.
 */
public record PrintedCommand(Path file, List<String> sets) {
  private static final Pattern WORD = Pattern.compile("'([^']*)'|[^\\s']+");

  public static PrintedCommand of(String command) {
    List<String> words = new ArrayList<>();
    Matcher word = WORD.matcher(command);
    while (word.find()) {
      words.add(word.group(1) == null ? word.group() : word.group(1));
    }
    if (!words.subList(0, 2).equals(List.of("headroom", "sim"))) {
      throw new IllegalArgumentException(command);
    }
    List<String> sets = new ArrayList<>();
    for (int i = 3; i < words.size(); i += 2) {
      if (!"--set".equals(words.get(i))) {
        throw new IllegalArgumentException(command);
      }
      sets.add(words.get(i + 1));
    }
    return new PrintedCommand(Path.of("..", words.get(2)), sets);
  }

  /** What the program reads where it is called so. */
  public Scenario scenario() {
    try {
      return ScenarioSource.read(file, sets, Optional.empty(), new UserTextReader()).scenario();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
