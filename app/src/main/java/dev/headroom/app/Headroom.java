package dev.headroom.app;

import static picocli.CommandLine.Model.UsageMessageSpec.SECTION_KEY_COMMAND_LIST;

import dev.headroom.app.calc.CalcCommand;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.Spec;

/**
 * The program {@code headroom}: reads its arguments, runs one command and exits as {@link Exit}
 * says.
 *
 * <p>A new command is a class of this package that implements {@code Callable<Integer>}, returns
 * one of {@link Exit}'s codes, and is named in {@code subcommands} below and in {@link
 * CommandList}; {@code --help} and the handling of errors come with that.
 */
@Command(
    name = "headroom",
    description =
        "How much an RDMA fabric still has to give, and the buffer that keeps it lossless.",
    versionProvider = Version.class,
    mixinStandardHelpOptions = true,
    scope = ScopeType.INHERIT,
    synopsisSubcommandLabel = "COMMAND",
    commandListHeading = "",
    subcommands = {
      SimCommand.class,
      CheckCommand.class,
      CompareCommand.class,
      CollectiveCommand.class,
      ConvertCommand.class,
      GenerateCommand.class,
      PcapCommand.class,
      ShowCommand.class,
      CollectCommand.class,
      PingCommand.class,
      PerfCommand.class,
      ProbeCommand.class,
      CalcCommand.class,
      LatencyCommand.class,
      AuditCommand.class,
      ExplainCommand.class,
      DiagnoseCommand.class,
      ClaimsCommand.class,
      KnobsCommand.class,
      FormatsCommand.class,
      GlossaryCommand.class,
      SchemaCommand.class
    },
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:done and clean",
      "1:done, with findings or unfinished flows",
      "2:bad input or usage",
      "3:could not run",
      "130:interrupted; what was measured so far is kept"
    },
    footerHeading = "%nEnvironment:%n",
    footer = {
      "  HEADROOM_DEBUG=1     print the stack trace of a failure",
      "  HEADROOM_JAVA_OPTS   options for the Java machine, such as -Xmx8g",
      "  NO_COLOR=1           no colours"
    })
public final class Headroom implements Runnable {
  /** What picocli says of a value that is none of an enum's. */
  private static final Pattern CHOICE =
      Pattern.compile(
          "(.*): expected one of \\[(.*)] \\(case-insensitive\\) but was '(.*)'", Pattern.DOTALL);

  @Spec private CommandSpec spec;

  Headroom() {}

  public static void main(String[] args) {
    // Bytes are the same on every machine: a German terminal's µ is not a Windows one's.
    PrintWriter out = new PrintWriter(System.out, false, StandardCharsets.UTF_8);
    PrintWriter err = new PrintWriter(System.err, false, StandardCharsets.UTF_8);
    System.exit(run(out, err, args));
  }

  /** The whole program but for the exit: what the tests call. */
  static int run(PrintWriter out, PrintWriter err, String... args) {
    try {
      CommandLine root = new CommandLine(new Headroom());
      root.getHelpSectionMap().put(SECTION_KEY_COMMAND_LIST, new CommandList());
      return prepare(root, out, err).execute(args);
    } catch (StackOverflowError | OutOfMemoryError e) {
      return Exit.report(e, err);
    } finally {
      out.flush();
      err.flush();
    }
  }

  /** Gives a parser and all its subcommands the streams and the handling of errors they share. */
  static CommandLine prepare(CommandLine root, PrintWriter out, PrintWriter err) {
    return root.setOut(out)
        .setErr(err)
        .setCaseInsensitiveEnumValuesAllowed(true)
        .setAbbreviatedOptionsAllowed(false)
        .setUsageHelpLongOptionsMaxWidth(32)
        .setParameterExceptionHandler(Headroom::reportUsage)
        .setExecutionExceptionHandler((e, command, parsed) -> Exit.report(e, command.getErr()));
  }

  @Override
  public void run() {
    throw new ParameterException(spec.commandLine(), "Missing command");
  }

  private static int reportUsage(ParameterException e, String[] args) {
    CommandLine command = e.getCommandLine();
    PrintWriter err = command.getErr();
    String what = inWords(String.valueOf(e.getMessage()));
    err.println(command.getColorScheme().errorText("headroom: " + what));
    CommandLine.UnmatchedArgumentException.printSuggestions(e, err);
    err.println("Try '" + command.getCommandSpec().qualifiedName() + " --help'.");
    return Exit.BAD_INPUT;
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
