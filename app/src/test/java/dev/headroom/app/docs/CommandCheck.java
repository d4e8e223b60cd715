package dev.headroom.app.docs;

import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.ParameterException;

/**
 * Check of a shown command without running it: its commands and options exist, its values are of
 * the right type, and its files are in the repository.
 */
final class CommandCheck {
  private final CommandModel model;
  private final DocsWorkspace workspace;

  CommandCheck(CommandModel model, DocsWorkspace workspace) {
    this.model = model;
    this.workspace = workspace;
  }

  /** What is wrong, with the place. */
  List<String> problems(ShownCommand shown) {
    List<String> problems = new ArrayList<>(model.unknownNames(shown.command()));
    for (String word : shown.command().arguments()) {
      if (!CommandModel.isPlaceholder(word) && !exists(word)) {
        problems.add(word + " does not exist");
      }
    }
    if (problems.isEmpty()
        && shown.form() != ShownCommand.Form.PROSE
        && !workspace.hasPlaceholder(shown)) {
      try {
        boolean complete = model.isComplete(shown.command().arguments());
        if (!complete && shown.form() == ShownCommand.Form.BLOCK) {
          problems.add("an argument is missing");
        }
      } catch (ParameterException e) {
        problems.add(String.valueOf(e.getMessage()));
      }
    }
    return problems.stream().map(problem -> shown + ": " + problem).toList();
  }

  /** Whether a file of the repository, or of the reference data where they lie here, exists. */
  private static boolean exists(String word) {
    boolean isKnown =
        word.startsWith("examples/")
            || (word.startsWith("../shared/") && Files.exists(DocsPages.ROOT.resolve("../shared")));
    return !isKnown || Files.exists(DocsPages.ROOT.resolve(word));
  }
}
