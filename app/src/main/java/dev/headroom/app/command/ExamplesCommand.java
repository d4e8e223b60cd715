package dev.headroom.app.command;

import dev.headroom.app.json.ExamplesJson;
import dev.headroom.app.process.ExitCodes;
import dev.headroom.app.screen.ExamplesScreen;
import dev.headroom.app.screen.Terminal;
import dev.headroom.model.text.BadInputException;
import dev.headroom.run.example.BundledExamples;
import dev.headroom.run.example.Example;
import dev.headroom.run.example.ExampleCopy;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Command {@code headroom examples}: the examples that the program brings. */
@Command(
    name = "examples",
    description = "List the example scenarios, algorithms and rules, or copy them into a folder.",
    footerHeading = "%nExamples:%n",
    footer = {
      "  headroom examples",
      "  headroom examples --copy examples",
      "  headroom examples --json"
    })
final class ExamplesCommand implements Callable<Integer> {
  @Option(
      names = "--copy",
      paramLabel = "FOLDER",
      description = "Copy all examples into this folder. Existing files stay as they are.")
  private Optional<Path> folder = Optional.empty();

  @Option(names = "--json", description = "Print JSON.")
  private boolean json;

  @Spec private CommandSpec spec;

  @Override
  public Integer call() throws IOException {
    List<Example> examples = BundledExamples.all();
    PrintWriter out = spec.commandLine().getOut();
    if (folder.isPresent()) {
      copy(folder.get(), examples, out);
    }
    if (json) {
      out.print(ExamplesJson.of(examples));
    } else if (folder.isEmpty()) {
      out.print(ExamplesScreen.of(examples, Terminal.ofOutput()));
    }
    return ExitCodes.CLEAN;
  }

  private void copy(Path to, List<Example> examples, PrintWriter out) throws IOException {
    if (Files.exists(to, LinkOption.NOFOLLOW_LINKS) && !Files.isDirectory(to)) {
      throw new BadInputException(
          "--copy "
              + to
              + (Files.isSymbolicLink(to) && !Files.exists(to)
                  ? ": this is a link to a missing folder; give a folder"
                  : ": this is a file; give a folder"));
    }
    ExampleCopy copy = ExampleCopy.to(to, examples);
    PrintWriter told = json ? spec.commandLine().getErr() : out;
    told.printf("%d of %d files written to %s%n", copy.written(), examples.size(), to);
    for (String path : copy.kept()) {
      told.printf("kept %s, which differs from the example%n", to.resolve(path));
    }
    if (!json) {
      told.printf(
          "try: headroom sim %s%n",
          SuggestedCommand.quoted(to.resolve("incast-16.yaml").toString()));
    }
  }
}
