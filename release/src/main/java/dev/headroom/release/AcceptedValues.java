package dev.headroom.release;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Model.ArgSpec;

/**
 * Spelling of values that a command accepts. Picocli's completion offers the names of an enum's
 * constants, such as {@code HPCC_NS3}, whatever the option's own converter reads.
 */
final class AcceptedValues {
  private AcceptedValues() {}

  /** The completion script with values as the program reads and describes them. */
  static String in(String script, CommandLine program) {
    String corrected = script;
    for (ArgSpec arg : arguments(program)) {
      List<String> offered = offered(arg);
      if (!offered.isEmpty()) {
        List<String> accepted = offered.stream().map(name -> accepted(arg, name)).toList();
        corrected = corrected.replace(array(offered), array(accepted));
      }
    }
    return corrected;
  }

  /** All options and parameters of a command and those below it. */
  static List<ArgSpec> arguments(CommandLine command) {
    List<ArgSpec> arguments = new ArrayList<>(command.getCommandSpec().args());
    command.getSubcommands().values().forEach(each -> arguments.addAll(arguments(each)));
    return arguments;
  }

  static List<String> offered(ArgSpec arg) {
    List<String> names = new ArrayList<>();
    if (arg.completionCandidates() != null) {
      arg.completionCandidates().forEach(names::add);
    }
    return names;
  }

  private static String accepted(ArgSpec arg, String name) {
    String low = name.toLowerCase(Locale.ROOT);
    if (String.join(" ", arg.description()).contains(name)) {
      return name;
    }
    return Stream.of(low.replace('_', '-'), low, name)
        .filter(text -> isAccepted(arg, name, text))
        .findFirst()
        .orElseThrow(
            () -> new IllegalStateException(arg + ": no spelling of " + name + " is accepted"));
  }

  private static boolean isAccepted(ArgSpec arg, String name, String text) {
    if (arg.converters().length == 0) {
      return text.equalsIgnoreCase(name);
    }
    for (ITypeConverter<?> converter : arg.converters()) {
      try {
        converter.convert(text);
        return true;
      } catch (Exception e) {
        // that is what this asks
      }
    }
    return false;
  }

  private static String array(List<String> values) {
    return values.stream()
        .map(value -> '"' + value + '"')
        .collect(Collectors.joining(" ", "(", ")"));
  }
}
