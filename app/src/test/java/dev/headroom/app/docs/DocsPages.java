package dev.headroom.app.docs;

import dev.headroom.app.Headroom;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import picocli.CommandLine.Model.CommandSpec;

/**
 * All places of the repository that show commands: README, changelog, benchmarks and docs, comments
 * of the examples and of the scenario reference, and the help of the program. Tutorials have a test
 * of their own.
 */
public final class DocsPages {
  public static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
  private static final Path TUTORIALS = ROOT.resolve("docs/tutorials");

  private DocsPages() {}

  /** Every command of every program, in the order of the pages. */
  public static List<ShownCommand> commands() throws IOException {
    CommandSpec program = Headroom.parser().getCommandSpec();
    List<String> names = List.copyOf(program.subcommands().keySet());
    List<ShownCommand> commands = new ArrayList<>();
    for (Path page : pages()) {
      commands.addAll(MarkdownCommands.of(name(page), Files.readAllLines(page)));
    }
    for (Path file : commented()) {
      commands.addAll(CommentCommands.of(name(file), Files.readAllLines(file), names));
    }
    commands.addAll(HelpCommands.of(program));
    return commands;
  }

  /** The commands of one program; {@code headroom = 3 * 4} is a formula. */
  public static List<ShownCommand> commands(String program) throws IOException {
    return commands().stream()
        .filter(each -> each.command().program().equals(program))
        .filter(each -> each.command().words().size() > 1)
        .filter(each -> each.command().arguments().getFirst().matches("[\\w-].*"))
        .toList();
  }

  /** Pages in Markdown. */
  static List<Path> pages() throws IOException {
    List<Path> pages = new ArrayList<>();
    pages.add(ROOT.resolve("README.md"));
    pages.addAll(files("docs", ".md"));
    pages.add(ROOT.resolve("bench/RESULTS.md"));
    pages.add(ROOT.resolve("CHANGELOG.md"));
    return pages;
  }

  private static List<Path> commented() throws IOException {
    List<Path> files = new ArrayList<>(files("examples", ".yaml"));
    files.addAll(files("examples", ".java"));
    files.addAll(files("docs", ".yaml"));
    return files;
  }

  private static List<Path> files(String folder, String ending) throws IOException {
    try (Stream<Path> files = Files.walk(ROOT.resolve(folder))) {
      return files
          .filter(file -> file.toString().endsWith(ending) && !file.startsWith(TUTORIALS))
          .sorted()
          .toList();
    }
  }

  private static String name(Path file) {
    return ROOT.relativize(file).toString();
  }
}
