package dev.headroom.app.docs;

import dev.headroom.app.input.ScenarioSource;
import dev.headroom.app.input.UserTextReader;
import dev.headroom.model.text.BadInputException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Whether an example and the settings of a command that does not run are a scenario. */
final class ScenarioCheck {
  private static final Set<String> READERS = Set.of("sim", "check", "compare", "show");

  /** Options that change how a scenario is read. */
  private static final Set<String> OTHER_READING =
      Set.of("--control", "--routing", "--marking", "--model");

  private ScenarioCheck() {}

  /**
   * What is wrong, with the place; empty also for other commands, and files that are not in the
   * repository.
   */
  static Optional<String> problem(ShownCommand shown) throws IOException {
    List<String> words = shown.command().arguments();
    if (words.size() < 2
        || !READERS.contains(words.getFirst())
        || words.stream().anyMatch(OTHER_READING::contains)) {
      return Optional.empty();
    }
    Path file = DocsPages.ROOT.resolve(words.get(1));
    if (!words.get(1).startsWith("examples/") || !Files.exists(file)) {
      return Optional.empty();
    }
    List<String> sets = new ArrayList<>();
    for (int i = 2; i < words.size() - 1; i++) {
      if (words.get(i).equals("--set")) {
        sets.add(words.get(i + 1));
      }
    }
    try {
      ScenarioSource.read(file, sets, Optional.empty(), new UserTextReader());
      return Optional.empty();
    } catch (BadInputException e) {
      return Optional.of(shown + ": " + e.getMessage());
    }
  }
}
