package dev.headroom.web.audit;

import dev.headroom.audit.hosts.AuditedHosts;
import dev.headroom.collect.hosts.AuditInputs;
import dev.headroom.formats.host.HostFacts;
import dev.headroom.model.text.NamedOutput;
import dev.headroom.run.example.BundledExamples;
import dev.headroom.run.example.Example;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * Example of a fleet: {@value #HOSTS} servers, which are {@value #COPIES} copies of those of the
 * example {@value #EXAMPLE} under other names. Each copy is judged like any other host.
 */
public final class FleetExample {
  public static final String EXAMPLE = "sick-cluster";

  private static final int SERVERS = 64;
  private static final int COPIES = 16;

  /** How many servers it has. */
  public static final int HOSTS = SERVERS * COPIES;

  private FleetExample() {}

  /**
   * Reads and judges it.
   *
   * @param folder empty, for its files while they are read
   * @param progress in words
   */
  public static void judge(AuditedHosts into, Path folder, Consumer<String> progress)
      throws IOException {
    List<Path> bundles = new ArrayList<>();
    for (Example each : BundledExamples.all()) {
      if (each.folder().equals(EXAMPLE) && each.path().endsWith(".tar.gz")) {
        Path file = folder.resolve(each.path().substring(EXAMPLE.length() + 1));
        try (OutputStream out = NamedOutput.open(file, Path.of(each.path()))) {
          out.write(each.bytes());
        }
        bundles.add(file);
      }
    }
    progress.accept("reading");
    List<HostFacts> servers = new AuditInputs().read(bundles);
    for (int copy = 1; copy <= COPIES; copy++) {
      for (HostFacts server : servers) {
        into.add(into.judge(server.named("pod%02d-%s".formatted(copy, server.name()))));
      }
      progress.accept("%,d of %,d hosts".formatted(copy * servers.size(), HOSTS));
    }
  }
}
