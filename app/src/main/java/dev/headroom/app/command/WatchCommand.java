package dev.headroom.app.command;

import dev.headroom.app.fleet.WatchedMachines;
import dev.headroom.app.process.ExitCodes;
import dev.headroom.app.process.InterruptHandler;
import dev.headroom.app.screen.Terminal;
import dev.headroom.app.screen.WatchScreen;
import dev.headroom.collect.fleet.KeptConnections;
import dev.headroom.model.text.BadInputException;
import dev.headroom.model.text.FailureMessage;
import dev.headroom.prove.alarm.AlarmEngine;
import dev.headroom.prove.alarm.AlarmEvent;
import dev.headroom.prove.alarm.AlarmRule;
import dev.headroom.prove.alarm.AlarmTable;
import dev.headroom.prove.watch.EventLog;
import dev.headroom.prove.watch.Exporter;
import dev.headroom.prove.watch.SampleLog;
import dev.headroom.prove.watch.SampleLogReader;
import dev.headroom.prove.watch.Watch;
import dev.headroom.prove.watch.WatchJson;
import dev.headroom.prove.watch.WatchState;
import dev.headroom.unit.Time;
import dev.headroom.unit.UnitException;
import java.io.IOException;
import java.io.PrintWriter;
import java.net.BindException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.net.http.HttpClient;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Command {@code headroom watch}: counters of machines over time, and alarms on them. */
@Command(
    name = "watch",
    description =
        "Watch the RDMA counters of this machine or of a fleet, and raise alarms: pauses and "
            + "who starts them, marks without CNPs, retransmissions, links, FEC, heat, PCIe "
            + "errors, a silent fallback to TCP. An alarm stays for 10 minutes after its "
            + "condition ended.",
    subcommands = {WatchFileCommand.Rules.class, WatchFileCommand.Dashboard.class},
    footerHeading = "%nExamples:%n",
    footer = {
      "  headroom watch",
      "  headroom watch --hosts hosts.txt --listen 127.0.0.1:9465 --out watched",
      "  headroom watch --hosts hosts.txt --switches switches.txt",
      "  headroom watch --scrape exporters.txt",
      "  headroom watch --replay watched --rules",
      "  headroom watch rules -o headroom-alarms.yml",
      "  headroom watch dashboard -o headroom.json"
    })
final class WatchCommand implements Callable<Integer> {
  private static final Pattern ADDRESS = Pattern.compile("(?:(.+):)?([0-9]{1,5})");
  private static final int MOST_PORT = 65_535;
  private static final String CLEAR = "\u001b[H\u001b[2J";

  @Option(
      names = "--interval",
      paramLabel = "TIME",
      description = "Time between two samples, 1s to 1000s. Default: 10s; of other machines 30s.")
  private @Nullable String interval;

  @Option(names = "--once", description = "Take two samples, print what they tell, and end.")
  private boolean once;

  @Option(
      names = {"-o", "--out"},
      paramLabel = "DIR",
      description =
          "Keep samples in DIR, with events.jsonl and drain.txt, the machines that should "
              + "get no jobs.")
  private @Nullable Path out;

  @Option(
      names = "--listen",
      paramLabel = "ADDRESS:PORT",
      description = "Serve the newest samples to Prometheus at http://ADDRESS:PORT/metrics.")
  private @Nullable String listen;

  @Option(
      names = "--replay",
      paramLabel = "DIR",
      description = "Judge the samples in DIR again instead of a machine.")
  private @Nullable Path replay;

  @Option(
      names = "--rules",
      description = "With --replay: print the alarms that the samples raise (the default).")
  private boolean unusedRules;

  @Option(
      names = "--priority",
      paramLabel = "N",
      defaultValue = "3",
      description = "Priority of RDMA, 0 to 7. Default: 3.")
  private int priority = AlarmTable.PRIORITY;

  @Option(names = "--json", description = "Print JSON: events, a line each; with --once all.")
  private boolean json;

  @Mixin private WatchedMachines machines = new WatchedMachines();

  @Spec private CommandSpec spec;

  @Override
  public Integer call() throws IOException, InterruptedException {
    List<AlarmRule> rules = WatchFileCommand.rules(priority);
    if (replay != null) {
      if (out != null || listen != null || once || machines.remote()) {
        throw new BadInputException(
            "--replay reads samples that are kept; it goes with --rules, --priority and --json");
      }
      return replay(replay, new AlarmEngine(rules));
    }
    if (out != null && Files.exists(out) && !Files.isDirectory(out)) {
      throw new BadInputException("--out " + out + ": is a file; a folder is needed");
    }
    Duration wait = pause();
    Optional<InetSocketAddress> address = Optional.ofNullable(listen).map(WatchCommand::address);
    InstantSource clock = InstantSource.system();
    try (KeptConnections connections = new KeptConnections(machines.fleet().options());
        HttpClient web = HttpClient.newHttpClient();
        Watch watch =
            new Watch(
                machines.sources(connections, web, clock),
                new AlarmEngine(rules),
                clock,
                out == null ? Optional.empty() : Optional.of(new SampleLog(out)),
                machines.fleet().atOnce())) {
      if (address.isEmpty()) {
        return run(watch, wait);
      }
      try (Exporter exporter = exporter(address.get(), watch)) {
        err().println("headroom: metrics at http://" + shown(exporter.address()) + "/metrics");
        return run(watch, wait);
      }
    }
  }

  /** Round after round until somebody ends it; what was sampled is kept. */
  private int run(Watch watch, Duration wait) throws IOException, InterruptedException {
    Optional<EventLog> log = out == null ? Optional.empty() : Optional.of(new EventLog(out));
    WatchState before = null;
    try (InterruptHandler interrupt = InterruptHandler.interruptingCaller()) {
      while (true) {
        long began = System.nanoTime();
        Watch.Round round = watch.round();
        round.refused().forEach(line -> err().println("headroom: " + line));
        if (log.isPresent()) {
          log.get().add(round.events(), round.state().incidents());
        }
        boolean last = once && before != null;
        show(round, before == null ? round.state() : before, last);
        if (last) {
          return round.state().incidents().isEmpty() && round.state().unreachable().isEmpty()
              ? ExitCodes.CLEAN
              : ExitCodes.FINDINGS;
        }
        before = round.state();
        if (interrupt.requested()) {
          return ExitCodes.INTERRUPTED;
        }
        Thread.sleep(Math.max(0, wait.toMillis() - (System.nanoTime() - began) / 1_000_000));
      }
    } catch (InterruptedException e) {
      return ExitCodes.INTERRUPTED; // each sample was kept when it came
    }
  }

  private void show(Watch.Round round, WatchState before, boolean last) {
    PrintWriter print = spec.commandLine().getOut();
    Terminal terminal = Terminal.ofOutput();
    if (once) {
      if (last) {
        print.print(
            json ? WatchJson.of(round.state()) : WatchScreen.of(round.state(), before, terminal));
      }
    } else if (json) {
      round.events().forEach(event -> print.print(WatchJson.line(event)));
    } else if (terminal.interactive()) {
      print.print(CLEAR + WatchScreen.of(round.state(), before, terminal));
    } else {
      round.events().forEach(event -> print.println(WatchScreen.line(event)));
    }
    print.flush();
  }

  private int replay(Path folder, AlarmEngine engine) throws IOException {
    if (!Files.isDirectory(folder)) {
      throw new BadInputException("--replay " + folder + ": is not a folder");
    }
    List<Path> files = SampleLogReader.files(folder);
    if (files.isEmpty()) {
      throw new BadInputException(
          "--replay " + folder + ": has no samples; headroom watch --out writes them");
    }
    PrintWriter print = spec.commandLine().getOut();
    List<AlarmEvent> fired = new ArrayList<>();
    boolean damaged = false;
    for (Path file : files) {
      try {
        boolean whole =
            SampleLogReader.read(
                file,
                sample ->
                    engine
                        .add(sample)
                        .forEach(event -> {
                          print.print(
                              json ? WatchJson.line(event) : WatchScreen.line(event) + "\n");
                          fired.add(event);
                        }));
        if (!whole) {
          err().println("headroom: " + file + ": its writer was cut off; all whole samples count");
        }
      } catch (IOException e) {
        err().println("headroom: " + FailureMessage.withFile(e));
        damaged = true;
      }
    }
    if (fired.isEmpty() && !json) {
      print.println(damaged ? "no alarm in what could be read" : "no alarm");
    }
    if (damaged) {
      return ExitCodes.COULD_NOT_RUN;
    }
    return fired.isEmpty() ? ExitCodes.CLEAN : ExitCodes.FINDINGS;
  }

  private PrintWriter err() {
    return spec.commandLine().getErr();
  }

  private Duration pause() {
    String usual = machines.remote() ? "30s" : "10s";
    String wanted = interval == null ? usual : interval;
    try {
      double seconds = Time.parse(wanted).seconds();
      if (seconds < 1 || seconds > 1000) {
        throw new BadInputException("--interval is " + wanted + "; it must be from 1s to 1000s");
      }
      return Duration.ofMillis((long) (seconds * 1000));
    } catch (UnitException e) {
      throw new BadInputException("--interval: " + e.getMessage(), e);
    }
  }

  private static InetSocketAddress address(String text) {
    Matcher matcher = ADDRESS.matcher(text);
    int port = matcher.matches() ? Integer.parseInt(matcher.group(2)) : MOST_PORT + 1;
    if (port > MOST_PORT) {
      throw new BadInputException(
          "--listen " + text + ": is no address; a valid example is 127.0.0.1:9465");
    }
    try {
      String host = matcher.group(1) == null ? "127.0.0.1" : matcher.group(1);
      return new InetSocketAddress(InetAddress.getByName(host), port);
    } catch (UnknownHostException e) {
      throw new BadInputException("--listen " + text + ": no such host", e);
    }
  }

  private static Exporter exporter(InetSocketAddress address, Watch watch) throws IOException {
    try {
      return new Exporter(address, watch::newest);
    } catch (BindException e) {
      throw new IOException("--listen " + shown(address) + ": " + FailureMessage.of(e), e);
    }
  }

  private static String shown(InetSocketAddress address) {
    String host = address.getAddress().getHostAddress();
    return (host.contains(":") ? "[" + host + "]" : host) + ":" + address.getPort();
  }
}
