package dev.headroom.app.docs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.app.Headroom;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * Execution of shown commands in this process, with their files in a workspace. Of a range of sizes
 * only the smallest is run, with at most a few MiB.
 */
final class CommandRunner {
  private static final Set<String> WITH_A_FOLDER = Set.of("sim", "compare");

  private final DocsWorkspace workspace;
  private int runs;

  CommandRunner(DocsWorkspace workspace) {
    this.workspace = workspace;
  }

  /** Runs a command; its exit code must be one of these. */
  void run(ShownCommand shown, Set<Integer> exitCodes) throws IOException {
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    int code =
        Headroom.run(
            new PrintWriter(out), new PrintWriter(err), arguments(shown).toArray(String[]::new));
    assertThat(code).as(shown + "\n" + err).isIn(exitCodes);
    if (shown.command().output().isPresent()) {
      Files.writeString(outputOf(shown.page(), shown.command().output().get()), out.toString());
    }
  }

  /** The words of a command, its files moved into the workspace. */
  private List<String> arguments(ShownCommand shown) throws IOException {
    List<String> words = shown.command().arguments();
    List<String> arguments = new ArrayList<>();
    String before = "";
    boolean hasOutput = false;
    for (String word : words) {
      String moved = word;
      if (DocsWorkspace.OUTPUTS.contains(before)) {
        moved = outputOf(shown.page(), word).toString();
        hasOutput = true;
      } else if (before.equals("--sizes")) {
        moved = small(word);
      } else if (!word.startsWith("-") && !arguments.isEmpty()) {
        moved = workspace.existing(shown.page(), word).map(Path::toString).orElse(word);
      }
      arguments.add(moved);
      before = word;
    }
    if (!hasOutput && WITH_A_FOLDER.contains(words.getFirst())) {
      arguments.add("--out");
      arguments.add(outputOf(shown.page(), "out-" + runs++).toString());
    }
    return arguments;
  }

  private Path outputOf(String page, String name) throws IOException {
    Path output = workspace.output(page, name);
    Files.createDirectories(output.getParent());
    return output;
  }

  /** The first size of a range, and at most a few MiB. */
  private static String small(String sizes) {
    return sizes.replaceFirst("\\.\\..*", "").replaceFirst("(\\d)\\d*[MG]iB", "$1MiB");
  }
}
