package dev.headroom.app;

import dev.headroom.audit.Report.SourceRead;
import dev.headroom.formats.catalogue.Catalogue;
import dev.headroom.formats.fact.Source;
import dev.headroom.formats.host.HostFacts;
import dev.headroom.formats.read.FactReader;
import dev.headroom.formats.read.Reading;
import dev.headroom.formats.read.Section;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * Turns what a user names into hosts: a folder is one host, or a fleet if it holds nothing but
 * folders; files named together are one host.
 */
final class AuditInputs {
  private final FactReader reader = Catalogue.reader();

  /** The hosts that these paths hold, in their order. */
  List<HostFacts> read(List<Path> paths) throws IOException {
    List<HostFacts> hosts = new ArrayList<>();
    List<Reading> loose = new ArrayList<>();
    String looseName = "";
    for (Path path : paths) {
      if (!Files.exists(path)) {
        throw new NoSuchFileException(path.toString());
      }
      if (Files.isDirectory(path)) {
        folder(path, hosts);
      } else {
        looseName = looseName.isEmpty() ? name(path) : looseName;
        loose.add(file(path, path.getParent() == null ? Path.of("") : path.getParent()));
      }
    }
    if (!loose.isEmpty()) {
      hosts.add(named(looseName, loose));
    }
    return hosts;
  }

  private void folder(Path folder, List<HostFacts> hosts) throws IOException {
    List<Path> entries;
    try (Stream<Path> list = Files.list(folder)) {
      entries = list.sorted().toList();
    }
    boolean fleet =
        !entries.isEmpty()
            && entries.stream().allMatch(each -> Files.isDirectory(each, LinkOption.NOFOLLOW_LINKS))
            && entries.stream().noneMatch(each -> isPartOfHost(name(each)));
    for (Path host : fleet ? entries : List.of(folder)) {
      List<Reading> readings = new ArrayList<>();
      try (Stream<Path> files = Files.walk(host)) {
        for (Path file :
            files
                .filter(each -> Files.isRegularFile(each, LinkOption.NOFOLLOW_LINKS))
                .sorted()
                .toList()) {
          readings.add(file(file, host));
        }
      }
      hosts.add(named(name(host.toAbsolutePath().normalize()), readings));
    }
  }

  /** Folders that a host's own tree begins with. */
  private static boolean isPartOfHost(String folder) {
    return List.of("sys", "proc", "etc", "files", "commands", "infiniband").contains(folder)
        || folder.startsWith("mlx5_");
  }

  private Reading file(Path file, Path below) throws IOException {
    String name = below.relativize(file).toString().replace('\\', '/');
    try (InputStream in = new BufferedInputStream(Files.newInputStream(file))) {
      return reader.read(Source.of(name), in);
    }
  }

  private static HostFacts named(String fallback, List<Reading> readings) {
    HostFacts host = HostFacts.of(fallback, readings);
    String own = host.ownName().orElse(fallback);
    return own.equals(fallback) ? host : HostFacts.of(own, readings);
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
