package dev.headroom.app;

import java.util.List;
import java.util.Map;
import picocli.CommandLine;
import picocli.CommandLine.Help;
import picocli.CommandLine.Help.Ansi.Text;
import picocli.CommandLine.Help.Column;
import picocli.CommandLine.Help.TextTable;
import picocli.CommandLine.IHelpSectionRenderer;

/** The list of commands in {@code headroom --help}: by what they are for, one sentence each. */
final class CommandList implements IHelpSectionRenderer {
  /** Commands in the order in which they are listed. */
  record Group(String purpose, List<String> commands) {}

  static final List<Group> GROUPS =
      List.of(
          new Group(
              "Read what is there",
              List.of("audit", "diagnose", "explain", "collect", "pcap", "formats")),
          new Group(
              "Run it on paper",
              List.of("sim", "check", "compare", "collective", "show", "generate", "convert")),
          new Group("Prove it on the wire", List.of("ping", "perf", "probe")),
          new Group(
              "Look it up", List.of("calc", "latency", "claims", "glossary", "knobs", "schema")));

  private static final int INDENT = 2;
  private static final int GAP = 2;

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
      for (String each : group.commands()) {
        CommandLine command = commands.get(each);
        if (command != null) {
          table.addRowValues(help.colorScheme().commandText(each), sentence(help, command));
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
