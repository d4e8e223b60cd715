package dev.headroom.app;

import static picocli.CommandLine.Model.UsageMessageSpec.SECTION_KEY_COMMAND_LIST;

import dev.headroom.app.command.CommandList;
import dev.headroom.app.option.PathConverter;
import dev.headroom.app.process.ExitCodes;
import dev.headroom.app.process.InterruptHandler;
import dev.headroom.app.process.StandardOutput;
import dev.headroom.app.process.VersionProvider;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.Spec;

/**
 * Main class of the program {@code headroom}: it parses the arguments, runs one command and exits
 * with a code of {@link ExitCodes}.
 *
 * <p>A new command is a class of this package that implements {@code Callable<Integer>}, returns
 * one of {@link ExitCodes}'s codes, and is named in {@link CommandList}; {@code --help} and the
 * handling of errors come with that.
 */
@Command(
    name = "headroom",
    versionProvider = VersionProvider.class,
    mixinStandardHelpOptions = true,
    scope = ScopeType.INHERIT,
    synopsisSubcommandLabel = "COMMAND",
    commandListHeading = "",
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:done, without findings",
      "1:done, with findings or unfinished flows",
      "2:bad input or usage",
      "3:could not run",
      "130:interrupted; results so far are kept",
      "141:standard output was closed (| head)",
      "143:terminated (SIGTERM); results so far are kept"
    },
    footerHeading = "%nEnvironment:%n",
    footer = {
      "  HEADROOM_DEBUG=1     print the stack trace of a failure",
      "  HEADROOM_JAVA_OPTS   JVM options, such as -Xmx8g",
      "  NO_COLOR=1           disable colors",
      "%nPages docs/NAME.md: in a clone, or in share/doc/headroom of a package"
    })
public final class Headroom implements Runnable {
  private static final String SUMMARY = "Simulate, audit and tune RDMA fabrics";

  private static final Set<String> HELP = Set.of("-h", "--help");

  @Spec private CommandSpec spec;

  Headroom() {}

  public static void main(String[] args) {
    // Bytes are the same on every machine: a German terminal's µ is not a Windows one's.
    StandardOutput standard =
        new StandardOutput(new FileOutputStream(FileDescriptor.out), ExitCodes::outputClosed);
    PrintWriter out = new PrintWriter(standard, false, StandardCharsets.UTF_8);
    // What a command that goes on has to say should not wait for its end.
    PrintWriter err = new PrintWriter(System.err, true, StandardCharsets.UTF_8);
    int code;
    try {
      code = standard.exit(run(out, err, args), err);
    } finally {
      InterruptHandler.finished();
    }
    System.exit(code); // after a signal the code is the signal's, and this waits for the end
  }

  /** The whole program but for the exit: what the tests call. */
  public static int run(PrintWriter out, PrintWriter err, String... args) {
    // A number is written with a point wherever it is read.
    Locale.setDefault(Locale.ROOT);
    try {
      String[] words = withHelpLast(args);
      CommandLine root = prepare(parser(words), out, err);
      if (words.length == 0 || Stream.of(words).anyMatch(HELP::contains)) {
        HelpWrapping.set(root); // nothing else has use for it, and a start is to be short
      }
      return root.execute(words);
    } catch (StackOverflowError | OutOfMemoryError | LinkageError e) {
      return ExitCodes.report(e, err);
    } finally {
      out.flush();
      err.flush();
    }
  }

  /** A parser that knows at least the commands that these arguments need. */
  public static CommandLine parser(String... args) {
    CommandLine root = new CommandLine(new Headroom());
    CommandList.addTo(root, args);
    root.registerConverter(Path.class, new PathConverter());
    root.getCommandSpec().usageMessage().header(SUMMARY); // set here, commands would inherit it
    root.getHelpSectionMap().put(SECTION_KEY_COMMAND_LIST, new CommandList());
    return root;
  }

  /**
   * {@code headroom help sim} is {@code headroom sim --help}; of a command that there is not, the
   * parser says so.
   */
  private static String[] withHelpLast(String[] args) {
    if (args.length == 0 || !args[0].equals("help")) {
      return args;
    }
    if (args.length > 1 && !args[1].startsWith("-") && !CommandList.has(args[1])) {
      return Arrays.copyOfRange(args, 1, args.length);
    }
    String[] turned = Arrays.copyOfRange(args, 1, args.length + 1);
    turned[args.length - 1] = "--help";
    return turned;
  }

  /** Gives a parser and all its subcommands the streams and the handling of errors they share. */
  public static CommandLine prepare(CommandLine root, PrintWriter out, PrintWriter err) {
    return root.setOut(out)
        .setErr(err)
        .setCaseInsensitiveEnumValuesAllowed(true)
        .setAbbreviatedOptionsAllowed(false)
        .setUsageHelpLongOptionsMaxWidth(32)
        .setParameterExceptionHandler(UsageErrors::report)
        .setExecutionExceptionHandler(
            (e, command, parsed) -> ExitCodes.report(e, command.getErr()));
  }

  @Override
  public void run() {
    spec.commandLine().usage(spec.commandLine().getErr());
    throw new ParameterException(spec.commandLine(), "Missing command");
  }
}
