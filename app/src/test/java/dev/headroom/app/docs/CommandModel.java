package dev.headroom.app.docs;

import dev.headroom.app.Headroom;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import picocli.CommandLine;
import picocli.CommandLine.MissingParameterException;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;

/** The program's commands and options, and whether the words of a command fit them. */
final class CommandModel {
  /**
   * {@code FILE}, {@code fabric.k=K}, {@code examples/NAME}, {@code FILE.java}, {@code PATH...},
   * {@code KEY=}.
   */
  private static final Pattern PLACEHOLDER =
      Pattern.compile(
          "(?:[a-z][\\w./-]*[=:/])?[A-Z]+(?:\\.[a-z]+)?(?:,?\\.\\.\\.)?|.*[\\[\\]…$].*|.*=");

  private final CommandLine program =
      Headroom.prepare(
          Headroom.parser(),
          new PrintWriter(new StringWriter()),
          new PrintWriter(new StringWriter()));

  private final Map<List<String>, Boolean> complete = new HashMap<>();

  /** Whether a word stands for a value of the reader. */
  static boolean isPlaceholder(String word) {
    return PLACEHOLDER.matcher(word).matches() && !word.startsWith("{") && !word.contains("=[");
  }

  /** Names of commands and options that do not exist. */
  List<String> unknownNames(ShellCommand command) {
    List<String> unknown = new ArrayList<>();
    CommandSpec spec = program.getCommandSpec();
    boolean isValue = false;
    boolean mayBeCommand = true;
    for (String word : command.arguments()) {
      String bare = word.replaceAll("^\\[|]$", "");
      if (isValue) {
        isValue = false;
      } else if (bare.startsWith("-") && bare.length() > 1) {
        Optional<OptionSpec> option = option(spec, bare.replaceFirst("=.*", ""));
        if (option.isEmpty()) {
          unknown.add(spec.qualifiedName() + " has no option " + bare);
        }
        isValue = option.isPresent() && option.get().arity().min() > 0 && !bare.contains("=");
      } else if (mayBeCommand && spec.subcommands().containsKey(bare)) {
        spec = spec.subcommands().get(bare).getCommandSpec();
      } else if (mayBeCommand && !bare.equals("help") && !isPlaceholder(word)) {
        if (spec.positionalParameters().isEmpty()) {
          unknown.add(spec.qualifiedName() + " has no command " + bare);
          return unknown;
        }
        mayBeCommand = false;
      }
    }
    return unknown;
  }

  private static Optional<OptionSpec> option(CommandSpec spec, String name) {
    OptionSpec whole = spec.findOption(name);
    if (whole != null || name.startsWith("--") || name.length() == 2) {
      return Optional.ofNullable(whole);
    }
    // -n1000 or -hV
    return Optional.ofNullable(spec.findOption(name.substring(0, 2)));
  }

  /** All options of a command, or of the program where it is empty, and of all below it. */
  Set<String> options(String command) {
    CommandSpec spec = program.getCommandSpec();
    for (String name : command.isEmpty() ? new String[0] : command.split(" ")) {
      spec = Objects.requireNonNull(spec.subcommands().get(name), name).getCommandSpec();
    }
    Set<String> names = new TreeSet<>();
    addOptions(spec, names);
    return names;
  }

  private static void addOptions(CommandSpec spec, Set<String> names) {
    spec.options().forEach(option -> names.addAll(Arrays.asList(option.names())));
    spec.subcommands().values().forEach(each -> addOptions(each.getCommandSpec(), names));
  }

  /** Paths of all commands that do something themselves: {@code convert htsim}, {@code sim}. */
  List<String> commands() {
    List<String> paths = new ArrayList<>();
    addCommands(program.getCommandSpec(), "", paths);
    return paths;
  }

  private static void addCommands(CommandSpec spec, String path, List<String> paths) {
    spec.subcommands()
        .forEach((name, command) -> {
          String whole = (path + " " + name).strip();
          paths.add(whole);
          addCommands(command.getCommandSpec(), whole, paths);
        });
  }

  /**
   * Whether a command has all its arguments.
   *
   * @throws ParameterException if a word is wrong
   */
  boolean isComplete(List<String> arguments) {
    Boolean known = complete.get(arguments);
    if (known == null) {
      known = parses(arguments);
      complete.put(arguments, known);
    }
    return known;
  }

  private boolean parses(List<String> arguments) {
    try {
      program.parseArgs(arguments.toArray(String[]::new));
      return true;
    } catch (MissingParameterException e) {
      return false;
    }
  }
}
