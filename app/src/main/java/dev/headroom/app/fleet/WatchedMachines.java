package dev.headroom.app.fleet;

import dev.headroom.app.input.UserTextReader;
import dev.headroom.app.option.FleetArguments;
import dev.headroom.collect.fleet.KeptConnections;
import dev.headroom.collect.machine.MachineView;
import dev.headroom.model.text.BadInputException;
import dev.headroom.prove.sample.LocalMachine;
import dev.headroom.prove.sample.RemoteMachine;
import dev.headroom.prove.sample.SampleSource;
import dev.headroom.prove.sample.ScrapeTarget;
import dev.headroom.prove.sample.ScrapedMachine;
import java.io.IOException;
import java.net.http.HttpClient;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Options that say which machines are watched: this one, hosts, switches, exporters. */
public final class WatchedMachines {
  @Option(
      names = "--root",
      paramLabel = "DIR",
      description =
          "Read the files of a machine mounted at DIR; no commands run, their outputs are "
              + "files in DIR/commands.")
  private @Nullable Path root;

  @Option(
      names = "--switches",
      paramLabel = "FILE",
      description =
          "File of switches that run SONiC, read over SSH by their show commands; one a line "
              + "as in --hosts.")
  private @Nullable Path switches;

  @Option(
      names = "--scrape",
      paramLabel = "FILE",
      description =
          "File of machines whose Prometheus exporters are asked, one a line: HOST URL "
              + "[URL ...].")
  private @Nullable Path scrape;

  @Mixin private FleetArguments fleet = new FleetArguments();

  /** How machines over SSH are reached. */
  public FleetArguments fleet() {
    return fleet;
  }

  /** Whether other machines than this one are watched. */
  public boolean remote() {
    return fleet.hosts().isPresent() || switches != null || scrape != null;
  }

  /**
   * The machines; without an option this one.
   *
   * @param connections that outlive what is returned, as the client does
   */
  public List<SampleSource> sources(
      KeptConnections connections, HttpClient web, InstantSource clock) throws IOException {
    if (!remote()) {
      return List.of(local(clock));
    }
    if (root != null) {
      throw new BadInputException("--root cannot be combined with --hosts, --switches, --scrape");
    }
    List<SampleSource> sources = new ArrayList<>();
    if (fleet.hosts().isPresent()) {
      fleet.targets().forEach(each -> sources.add(RemoteMachine.host(connections, each, clock)));
    }
    if (switches != null) {
      FleetArguments.targets(switches)
          .forEach(each -> sources.add(RemoteMachine.sonic(connections, each, clock)));
    }
    if (scrape != null) {
      scraped(scrape).forEach(each -> sources.add(new ScrapedMachine(web, each, clock)));
    }
    Set<String> names = new HashSet<>();
    for (SampleSource each : sources) {
      if (!names.add(each.host())) {
        throw new BadInputException(
            each.host() + " is in two of the files; samples of two sources cannot be told apart");
      }
    }
    return sources;
  }

  private static List<ScrapeTarget> scraped(Path file) throws IOException {
    try {
      List<ScrapeTarget> targets = ScrapeTarget.read(UserTextReader.read(file).lines().toList());
      if (targets.isEmpty()) {
        throw new BadInputException(
            file + ": names no host; an example is gpu-1 http://gpu-1:9100/metrics");
      }
      return targets;
    } catch (IllegalArgumentException e) {
      throw new BadInputException(file + ": " + e.getMessage(), e);
    }
  }

  private SampleSource local(InstantSource clock) throws IOException {
    if (root == null) {
      return new LocalMachine(MachineView.local(), clock);
    }
    if (!Files.isDirectory(root)) {
      throw new BadInputException("--root " + root + ": is not a folder");
    }
    return new LocalMachine(MachineView.mounted(root), clock);
  }
}
