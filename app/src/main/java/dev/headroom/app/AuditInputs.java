package dev.headroom.app;

import dev.headroom.audit.Report.SourceRead;
import dev.headroom.collect.allow.AllowList;
import dev.headroom.collect.live.Collected;
import dev.headroom.collect.live.Collector;
import dev.headroom.collect.live.Place;
import dev.headroom.collect.open.Sources;
import dev.headroom.formats.catalogue.Catalogue;
import dev.headroom.formats.host.HostFacts;
import dev.headroom.formats.host.HostsReader;
import dev.headroom.formats.read.Reading;
import dev.headroom.formats.read.Section;
import dev.headroom.formats.source.SourceStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Predicate;

/**
 * Turns what a user names into hosts: bundles, folders of them, a host's folder, loose files. Loose
 * files named together are one host.
 */
final class AuditInputs {
  private final HostsReader reader = new HostsReader(Catalogue.reader());

  /** This machine, collected and read. */
  List<HostFacts> here(Consumer<String> progress) throws IOException, InterruptedException {
    Collected collected =
        new Collector(AllowList.host(), Place.here(), Version.number(), progress)
            .collect(Set.of(), 1, Duration.ZERO);
    return reader.read(Sources.of(collected));
  }

  /** The hosts that these paths hold, in their order. */
  List<HostFacts> read(List<Path> paths) throws IOException {
    List<HostFacts> hosts = new ArrayList<>();
    List<Reading> loose = new ArrayList<>();
    String looseName = "";
    for (Path path : paths) {
      List<HostFacts> found = new ArrayList<>();
      for (SourceStream stream : Sources.open(path)) {
        found.addAll(reader.read(stream));
      }
      boolean oneFile = !Files.isDirectory(path) && found.size() == 1 && isLoose(found.getFirst());
      if (oneFile) {
        looseName = looseName.isEmpty() ? name(path) : looseName;
        loose.addAll(found.getFirst().readings());
      } else {
        found.forEach(host -> hosts.add(named(host, name(path.toAbsolutePath().normalize()))));
      }
    }
    if (!loose.isEmpty()) {
      hosts.add(named(HostFacts.of("", loose), looseName));
    }
    return hosts;
  }

  /** Read from one file as it lies there, not out of an archive. */
  private static boolean isLoose(HostFacts host) {
    return host.readings().size() == 1;
  }

  /** As it calls itself; what only its container names is called by that. */
  private static HostFacts named(HostFacts host, String fallback) {
    Predicate<String> nameless = name -> name.isEmpty() || name.equals("host");
    return nameless.test(host.name()) ? host.named(host.ownName().orElse(fallback)) : host;
  }

  private static String name(Path path) {
    Path last = path.getFileName();
    return last == null ? path.toString() : last.toString();
  }

  /** How much of each source was understood. */
  static List<SourceRead> accounts(List<HostFacts> hosts) {
    List<SourceRead> accounts = new ArrayList<>();
    for (HostFacts host : hosts) {
      for (Reading reading : host.readings()) {
        for (Section section : reading.sections()) {
          accounts.add(
              new SourceRead(
                  host.name(),
                  reading.source().name(),
                  section.kind().id(),
                  section.facts(),
                  section.ignored(),
                  section.notUnderstood().size()));
        }
      }
    }
    return accounts;
  }
}
