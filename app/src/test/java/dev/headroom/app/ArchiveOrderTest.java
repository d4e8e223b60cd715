package dev.headroom.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.headroom.audit.Audit;
import dev.headroom.audit.rules.RuleCatalogue;
import dev.headroom.formats.catalogue.FormatCatalogue;
import dev.headroom.formats.fact.Fact;
import dev.headroom.formats.host.HostFacts;
import dev.headroom.formats.host.HostsReader;
import dev.headroom.formats.source.MachineSource;
import dev.headroom.formats.source.SourceStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Whoever packs a bundle has its files in an order of their own: Java by name, {@code tar} as the
 * file system lists them. Facts and findings are the same.
 */
final class ArchiveOrderTest {
  private static final Path HEALTHY =
      Path.of("../audit/src/test/resources/dev/headroom/audit/healthy");

  private static final String LIMITS =
      """
      Limit                     Soft Limit           Hard Limit           Units
      Max locked memory         %s            %s            bytes
      """;

  private record Audited(List<String> facts, List<String> findings) {}

  private static List<MachineSource> tree(String host, boolean sick) throws IOException {
    List<MachineSource> sources = new ArrayList<>();
    try (Stream<Path> all = Files.walk(HEALTHY)) {
      for (Path file : all.filter(Files::isRegularFile).sorted().toList()) {
        String path = HEALTHY.relativize(file).toString();
        if (!path.equals("ulimit.txt")) {
          sources.add(MachineSource.of(host, path, Files.readAllBytes(file)));
        }
      }
    }
    String job = sick ? "65536" : "unlimited";
    sources.add(
        MachineSource.of(host, "proc/1/limits", LIMITS.formatted("unlimited", "unlimited")));
    sources.add(MachineSource.of(host, "proc/self/limits", LIMITS.formatted(job, job)));
    if (sick) {
      // Others say something else of the same things.
      sources.add(MachineSource.of(host, "commands/sysctl_-a", "kernel.numa_balancing = 1\n"));
      sources.add(MachineSource.of(host, "zz.txt", "$ sysctl -a\nkernel.numa_balancing = 0\n"));
      sources.add(
          MachineSource.of(host, "headroom/environment", "NCCL_IB_GID_INDEX=0\nNCCL_DEBUG=INFO\n"));
      sources.add(
          MachineSource.of(host, "etc/nccl.conf", "NCCL_IB_GID_INDEX=3\nNCCL_NET_GDR_LEVEL=LOC\n"));
    }
    return sources;
  }

  private static Audited audited(List<MachineSource> sources) throws IOException {
    List<HostFacts> hosts =
        new HostsReader(FormatCatalogue.reader()).read(SourceStream.of(sources));
    return new Audited(
        hosts.stream().flatMap(host -> host.facts().all().stream()).map(Fact::toString).toList(),
        Audit.of(hosts, RuleCatalogue.all()).stream()
            .flatMap(outcome -> outcome.findings().stream())
            .map(each ->
                each.rule()
                    + " "
                    + each.severity()
                    + " "
                    + each.place().host()
                    + ": "
                    + each.message())
            .toList());
  }

  @Test
  void shouldFindTheSameInWhicheverOrderFilesCome() throws IOException {
    List<MachineSource> sources = new ArrayList<>(tree("gpu-1", true));
    sources.addAll(tree("gpu-2", false));
    Audited first = audited(sources);
    assertThat(first.findings())
        .anyMatch(
            each -> each.startsWith("memory.memlock ERROR gpu-1: ") && each.endsWith(" 64 KiB"))
        .noneMatch(each -> each.startsWith("memory.memlock") && each.contains("gpu-2"));

    for (int seed = 0; seed < 4; seed++) {
      Collections.shuffle(sources, new Random(seed));
      assertThat(audited(sources)).as("order " + seed).isEqualTo(first);
    }
    Collections.reverse(sources);
    assertThat(audited(sources)).isEqualTo(first);
  }

  /** Outputs that several hosts of the fixtures have, as loose files of one. */
  @Test
  void shouldReadFixturesTheSame() throws IOException {
    Path fixtures = Path.of("../../shared/fixtures");
    assumeThat(fixtures).isDirectory();
    List<MachineSource> sources = new ArrayList<>();
    try (Stream<Path> all = Files.walk(fixtures, 2)) {
      for (Path file :
          all.filter(Files::isRegularFile)
              .filter(file -> file.toFile().length() < 200_000)
              .sorted()
              .limit(25)
              .toList()) {
        sources.add(
            MachineSource.of(
                "loose", fixtures.relativize(file).toString(), Files.readAllBytes(file)));
      }
    }
    Audited first = audited(sources);
    assertThat(first.facts()).hasSizeGreaterThan(100);
    Collections.shuffle(sources, new Random(7));
    assertThat(audited(sources)).isEqualTo(first);
  }
}
