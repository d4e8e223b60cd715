package dev.headroom.app.screen;

import dev.headroom.collect.machine.CollectedData;
import dev.headroom.collect.machine.CollectionPlan;
import dev.headroom.collect.machine.CollectionPlan.CommandToRun;
import dev.headroom.collect.machine.CollectionPlan.FileToTake;
import dev.headroom.collect.machine.CommandResult;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/** Result of a collection, done or planned, on a terminal. */
public final class CollectScreen {
  private static final int COMMAND_WIDTH = 58;

  private CollectScreen() {}

  /** What was taken, and what each command took. */
  public static String of(
      CollectedData collected, Path file, long size, boolean root, Terminal terminal) {
    TerminalPage page = new TerminalPage(terminal);
    if (!collected.commandResults().isEmpty()) {
      AlignedTable table = new AlignedTable(1, "command", "status", "seconds");
      for (CommandResult each : collected.commandResults()) {
        String line = each.line();
        table.row(
            line.length() > COMMAND_WIDTH ? line.substring(0, COMMAND_WIDTH - 3) + "..." : line,
            each.hasTimedOut() ? "timed out" : String.valueOf(each.status()),
            each.seconds());
      }
      page.table(table);
    }
    page.sentence(
        file
            + ": "
            + collected.files().size()
            + " files of "
            + collected.host()
            + ", "
            + (collected.bytes() + 1023) / 1024
            + " KiB, packed "
            + (size + 1023) / 1024
            + " KiB");
    CollectionPlan plan = collected.plan();
    if (!plan.absent().isEmpty()) {
      page.labelled("not found", String.join(", ", plan.absent()));
    }
    if (!collected.withheld().isEmpty()) {
      page.labelled("withheld", String.join(", ", collected.withheld()));
    }
    rootAdds(page, plan.rootOnly(), root);
    return page.toString();
  }

  /** What would be taken: a line each, as the script prints them. */
  public static String of(CollectionPlan plan, List<String> environment, boolean root) {
    TerminalPage page = new TerminalPage(Terminal.PLAIN);
    Stream.concat(plan.counters().stream(), plan.files().stream())
        .map(FileToTake::path)
        .distinct()
        .forEach(path -> page.line("file /" + path));
    plan.links().forEach(link -> page.line("link " + link.substring(0, link.indexOf(" -> "))));
    Stream.concat(plan.counterCommands().stream(), plan.commands().stream())
        .map(CommandToRun::line)
        .forEach(line -> page.line("command " + line));
    environment.forEach(name -> page.line("environment " + name));
    rootAdds(page, plan.rootOnly(), root);
    return page.toString();
  }

  private static void rootAdds(TerminalPage page, Set<String> adds, boolean root) {
    if (!root && !adds.isEmpty()) {
      page.labelled("root adds", String.join("; ", adds));
    }
  }
}
