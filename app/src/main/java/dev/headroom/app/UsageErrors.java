package dev.headroom.app;

import dev.headroom.app.process.ExitCodes;
import dev.headroom.model.knob.SpellingSuggestion;
import dev.headroom.model.text.FailureMessage;
import dev.headroom.unit.TextExcerpt;
import java.io.PrintWriter;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.MissingParameterException;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/** Error messages for a wrong command line, in terms of the user's input. */
final class UsageErrors {
  /** What picocli says of a value that is none of an enum's. */
  private static final Pattern CHOICE =
      Pattern.compile(
          "(.*): expected one of \\[(.*)] \\(case-insensitive\\) but was '(.*)'", Pattern.DOTALL);

  /** Of what went wrong. */
  private static final int MOST_LINES = 50;

  private UsageErrors() {}

  static int report(ParameterException e, String[] args) {
    CommandLine command = e.getCommandLine();
    PrintWriter err = command.getErr();
    String what =
        e instanceof UnmatchedArgumentException unmatched
            ? superfluous(command, unmatched.getUnmatched())
            : FailureMessage.plain(inWords(String.valueOf(e.getMessage()))) + choices(e);
    err.println(
        command.getColorScheme().errorText("headroom: " + TextExcerpt.lines(what, MOST_LINES)));
    err.println("Try '" + command.getCommandSpec().qualifiedName() + " --help'.");
    return ExitCodes.BAD_INPUT;
  }

  /** What nobody asked for: an option or a command that does not exist, or one name too many. */
  private static String superfluous(CommandLine command, List<String> unmatched) {
    String first = unmatched.getFirst();
    if (first.startsWith("-")) {
      String option = first.replaceFirst("=.*", "");
      Optional<String> why = UnsupportedOptions.why(command.getCommandName(), option);
      if (why.isPresent()) {
        return "there is no option '" + option + "' here: " + why.get();
      }
      Set<String> known = command.getCommandSpec().optionsMap().keySet();
      return "there is no option '" + option + "' here" + SpellingSuggestion.hint(option, known);
    }
    Set<String> commands = command.getSubcommands().keySet();
    return commands.isEmpty()
        ? "'" + first + "' is an unexpected argument"
        : "there is no '%s %s'; %s"
            .formatted(
                command.getCommandSpec().qualifiedName(),
                first,
                SpellingSuggestion.nearest(first, commands)
                    .map(name -> "did you mean '" + name + "'?")
                    .orElseGet(() -> "use one of " + String.join(", ", commands)));
  }

  /** What there is to choose from for an option that is missing. */
  private static String choices(ParameterException e) {
    return e instanceof MissingParameterException missing
        ? missing.getMissing().stream()
            .filter(each -> each.type().isEnum())
            .map(each ->
                "; one of "
                    + Stream.of(each.type().getEnumConstants())
                        .map(choice -> choice.toString().toLowerCase(Locale.ROOT))
                        .collect(Collectors.joining(", ")))
            .collect(Collectors.joining())
        : "";
  }

  /** Without Java's names for numbers and choices. */
  private static String inWords(String message) {
    Matcher choice = CHOICE.matcher(message);
    return choice.matches()
        ? "%s: '%s' is not one of %s"
            .formatted(choice.group(1), choice.group(3), choice.group(2).toLowerCase(Locale.ROOT))
        : message
            .replaceFirst("' is not an? (int|long)$", "' is not a whole number; write it like 4")
            .replaceFirst("' is not a double$", "' is not a number; write it like 0.25");
  }
}
