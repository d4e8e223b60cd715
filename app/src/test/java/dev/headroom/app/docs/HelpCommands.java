package dev.headroom.app.docs;

import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;

/** Examples below the help of each command. */
final class HelpCommands {
  private HelpCommands() {}

  static List<ShownCommand> of(CommandSpec command) {
    List<ShownCommand> commands = new ArrayList<>();
    String page = command.qualifiedName() + " --help";
    String[] footer = command.usageMessage().footer();
    String text = String.join("\n", footer).formatted().replaceAll(" *\\\\\n *", " ");
    for (String line : text.lines().toList()) {
      for (ShellCommand each : ShellCommand.of(line)) {
        commands.add(new ShownCommand(page, 1, ShownCommand.Form.BLOCK, each));
      }
    }
    for (CommandLine each : command.subcommands().values()) {
      commands.addAll(of(each.getCommandSpec()));
    }
    return commands;
  }
}
