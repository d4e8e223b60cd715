package dev.headroom.app.command;

import dev.headroom.app.process.ExitCodes;
import dev.headroom.formats.AtomicWriter;
import dev.headroom.model.text.BadInputException;
import dev.headroom.prove.alarm.AlarmRule;
import dev.headroom.prove.alarm.AlarmTable;
import dev.headroom.prove.alarm.GrafanaDashboard;
import dev.headroom.prove.alarm.PrometheusRules;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Commands {@code headroom watch rules} and {@code dashboard}: the alarms for other programs. */
abstract class WatchFileCommand implements Callable<Integer> {
  private static final int PRIORITIES = 8;

  @Option(
      names = {"-o", "--out"},
      paramLabel = "FILE",
      description = "The file to write; it is replaced. Default: standard output.")
  private @Nullable Path out;

  @Option(
      names = "--priority",
      paramLabel = "N",
      defaultValue = "3",
      description = "Priority of RDMA, 0 to 7. Default: 3.")
  private int priority = AlarmTable.PRIORITY;

  @Spec private CommandSpec spec;

  /** Alarms as a rules file of Prometheus. */
  @Command(
      name = "rules",
      description = "Write the alarms as a rules file for Prometheus 2.42 or later.")
  static final class Rules extends WatchFileCommand {
    @Override
    String text(List<AlarmRule> rules) {
      return PrometheusRules.of(rules);
    }
  }

  /** Alarms as a dashboard. */
  @Command(
      name = "dashboard",
      description = "Write a dashboard for Grafana 10 or later, with a panel for each alarm.")
  static final class Dashboard extends WatchFileCommand {
    @Override
    String text(List<AlarmRule> rules) {
      return GrafanaDashboard.of(rules);
    }
  }

  abstract String text(List<AlarmRule> rules);

  /** The alarms for RDMA in a priority. */
  static List<AlarmRule> rules(int priority) {
    if (priority < 0 || priority >= PRIORITIES) {
      throw new BadInputException("--priority is " + priority + "; it must be from 0 to 7");
    }
    return AlarmTable.all(priority);
  }

  @Override
  public Integer call() throws IOException {
    String text = text(rules(priority));
    if (out == null) {
      spec.commandLine().getOut().print(text);
    } else {
      AtomicWriter.write(out, text);
    }
    return ExitCodes.CLEAN;
  }
}
