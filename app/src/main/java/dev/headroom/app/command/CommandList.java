package dev.headroom.app.command;

import dev.headroom.app.burnin.BurnInCommand;
import dev.headroom.app.calc.CalcCommand;
import java.util.List;
import java.util.Map;
import picocli.CommandLine;
import picocli.CommandLine.Help;
import picocli.CommandLine.Help.Ansi.Text;
import picocli.CommandLine.Help.Column;
import picocli.CommandLine.Help.TextTable;
import picocli.CommandLine.IHelpSectionRenderer;

/**
 * All commands, and their list in {@code headroom --help}: grouped by purpose, one sentence each.
 */
public final class CommandList implements IHelpSectionRenderer {
  /** A command by the name that its {@code @Command} gives it. */
  public record Entry(String name, Class<?> command) {}

  /** Commands in the order in which they are listed. */
  public record Group(String purpose, List<Entry> commands) {}

  public static final List<Group> GROUPS =
      List.of(
          new Group(
              "Audit a fabric",
              List.of(
                  new Entry("audit", AuditCommand.class),
                  new Entry("diagnose", DiagnoseCommand.class),
                  new Entry("gap", GapCommand.class),
                  new Entry("explain", ExplainCommand.class),
                  new Entry("collect", CollectCommand.class),
                  new Entry("pcap", PcapCommand.class),
                  new Entry("formats", FormatsCommand.class))),
          new Group(
              "Simulate a fabric",
              List.of(
                  new Entry("sim", SimCommand.class),
                  new Entry("check", CheckCommand.class),
                  new Entry("compare", CompareCommand.class),
                  new Entry("collective", CollectiveCommand.class),
                  new Entry("show", ShowCommand.class),
                  new Entry("cache", CacheCommand.class),
                  new Entry("generate", GenerateCommand.class),
                  new Entry("convert", ConvertCommand.class))),
          new Group(
              "Search and write settings",
              List.of(
                  new Entry("tune", TuneCommand.class),
                  new Entry("sweep", SweepCommand.class),
                  new Entry("advise", AdviseCommand.class),
                  new Entry("emit", EmitCommand.class),
                  new Entry("improve", ImproveCommand.class))),
          new Group(
              "Test on the wire",
              List.of(
                  new Entry("ping", PingCommand.class),
                  new Entry("perf", PerfCommand.class),
                  new Entry("probe", ProbeCommand.class),
                  new Entry("register", RegisterCommand.class))),
          new Group("Prove that it holds", List.of(new Entry("burnin", BurnInCommand.class))),
          new Group(
              "Look up and calculate",
              List.of(
                  new Entry("calc", CalcCommand.class),
                  new Entry("latency", LatencyCommand.class),
                  new Entry("claims", ClaimsCommand.class),
                  new Entry("examples", ExamplesCommand.class),
                  new Entry("glossary", GlossaryCommand.class),
                  new Entry("knobs", KnobsCommand.class),
                  new Entry("schema", SchemaCommand.class))));

  private static final int INDENT = 2;
  private static final int GAP = 2;

  /**
   * Gives a parser the command that the arguments begin with, or all of them where they begin with
   * none: to read the options of every command takes longer than most commands do.
   */
  public static void addTo(CommandLine root, String... args) {
    List<Entry> all = GROUPS.stream().flatMap(group -> group.commands().stream()).toList();
    List<Entry> named =
        all.stream().filter(entry -> args.length > 0 && entry.name().equals(args[0])).toList();
    for (Entry entry : named.isEmpty() && !asksForVersion(args) ? all : named) {
      root.addSubcommand(entry.name(), entry.command());
    }
  }

  /** Whether there is a command of that name. */
  public static boolean has(String name) {
    return GROUPS.stream()
        .flatMap(group -> group.commands().stream())
        .anyMatch(entry -> entry.name().equals(name));
  }

  private static boolean asksForVersion(String... args) {
    return args.length == 1 && (args[0].equals("--version") || args[0].equals("-V"));
  }

  @Override
  public String render(Help help) {
    Map<String, CommandLine> commands = help.commandSpec().subcommands();
    int name = commands.keySet().stream().mapToInt(String::length).max().orElse(0);
    int width = help.commandSpec().usageMessage().width();
    StringBuilder page = new StringBuilder();
    for (Group group : GROUPS) {
      TextTable table =
          TextTable.forColumns(
              help.colorScheme(),
              new Column(INDENT + name + GAP, INDENT, Column.Overflow.SPAN),
              new Column(width - INDENT - name - GAP, 0, Column.Overflow.WRAP));
      for (Entry each : group.commands()) {
        CommandLine command = commands.get(each.name());
        if (command != null) {
          table.addRowValues(help.colorScheme().commandText(each.name()), sentence(help, command));
        }
      }
      page.append(System.lineSeparator()).append(group.purpose()).append(':');
      page.append(System.lineSeparator()).append(table);
    }
    return page.toString();
  }

  /** The first sentence of a command's description. */
  private static Text sentence(Help help, CommandLine command) {
    String all = String.join(" ", command.getCommandSpec().usageMessage().description());
    int end = all.indexOf(". ");
    return help.colorScheme().text(end < 0 ? all : all.substring(0, end + 1));
  }
}
