package dev.headroom.collect.hosts;

import dev.headroom.formats.fact.FactSource;
import dev.headroom.formats.host.HostFacts;
import dev.headroom.formats.host.HostName;
import dev.headroom.formats.host.HostsReader;
import dev.headroom.formats.host.JobLogHost;
import dev.headroom.formats.read.SourceReading;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Files that were named one by one; they belong to one machine unless they contradict each other.
 * Together they may say as much as is kept of one host; of those beyond, in the order in which they
 * were named, only that they were not read is kept, whichever thread reads which first.
 */
final class LooseFiles {
  private final long most;
  private final NavigableMap<Integer, Loose> files = new TreeMap<>();

  /** From this place on nothing more is kept. */
  private int closed = Integer.MAX_VALUE;

  private long weight;

  private record Loose(Path path, List<SourceReading> readings, Optional<String> owner) {
    Loose(Path path, List<SourceReading> readings) {
      this(path, readings, JobLogHost.of(readings));
    }

    long weight() {
      return readings.stream().mapToLong(reading -> reading.statements().estimatedBytes()).sum();
    }

    Loose unread() {
      return new Loose(
          path,
          readings.stream()
              .map(reading ->
                  SourceReading.unreadable(
                      FactSource.of(reading.source().name()),
                      "was not read: the files before it fill the memory limit for one host"))
              .toList());
    }
  }

  /**
   * None yet.
   *
   * @param most how much memory their facts may take, by their own estimate
   */
  LooseFiles(long most) {
    this.most = most;
  }

  /**
   * Adds one; on any thread.
   *
   * @param place where its path stands among those that were named
   */
  synchronized void add(int place, Path path, List<SourceReading> readings) {
    Loose file = new Loose(path, readings);
    if (place >= closed) {
      files.put(place, file.unread());
      return;
    }
    files.put(place, file);
    weight += file.weight();
    Map.Entry<Integer, Loose> last = files.lowerEntry(closed);
    while (weight > most && last != null) {
      closed = last.getKey();
      weight -= last.getValue().weight();
      files.put(closed, last.getValue().unread());
      last = files.lowerEntry(closed);
    }
  }

  /**
   * Takes out the logs that are of one machine, in the order in which they were named: what is
   * known of it otherwise came in a bundle or a folder. Empty where there are none.
   */
  synchronized List<SourceReading> logsOf(String machine) {
    String owner = HostName.bare(machine);
    List<SourceReading> logs = new ArrayList<>();
    files
        .values()
        .removeIf(file -> {
          boolean its = file.owner().filter(owner::equals).isPresent();
          if (its) {
            logs.addAll(file.readings());
          }
          return its;
        });
    return logs;
  }

  /** The machines that the others are of. */
  synchronized List<HostFacts> machines() {
    if (files.isEmpty()) {
      return List.of();
    }
    List<SourceReading> readings = new ArrayList<>();
    files.values().forEach(each -> readings.addAll(each.readings()));
    String fallback = common();
    files.clear();
    return HostsReader.machines("", readings).stream()
        .map(host -> AuditInputs.named(host, fallback))
        .toList();
  }

  /** What they are called together: as the folder that all lie in, or as the first one. */
  private String common() {
    List<Path> paths =
        files.values().stream().map(each -> each.path().toAbsolutePath().normalize()).toList();
    Path folder = paths.getFirst().getParent();
    boolean together =
        folder != null
            && paths.size() > 1
            && paths.stream().allMatch(path -> folder.equals(path.getParent()));
    return AuditInputs.name(folder != null && together ? folder : paths.getFirst());
  }
}
