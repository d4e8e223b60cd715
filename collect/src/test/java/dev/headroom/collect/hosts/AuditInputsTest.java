package dev.headroom.collect.hosts;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.headroom.formats.host.HostFacts;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class AuditInputsTest {
  private static final String ONE =
      """
      node1:946:946 [0] NCCL INFO NCCL version 2.28.9+cuda13.0
      node1:946:946 [0] NCCL INFO NCCL_IB_HCA set by environment to mlx5_0
      """;

  @TempDir private Path folder;

  @BeforeEach
  void bring() throws IOException {
    write("node1/etc/hostname", "node1.example.com\n");
    write("node1/headroom/environment", "NCCL_IB_HCA=mlx5_7\n");
    write("node2/etc/hostname", "node2\n");
    write("again/etc/hostname", "node1.example.com\n");
    write("one.log", ONE);
    write("rank1.log", ONE.replace("node1:946", "node1:947").replace(" [0] ", " [1] "));
    write("both.log", ONE + ONE.replace("node1", "node2"));
    write("other.log", ONE.replace("node1", "node3"));
    write("pasted.txt", ONE + "net.core.rmem_max = 212992\n");
    write("stray.txt", "net.core.wmem_max = 212992\n");
    try (GZIPOutputStream packed =
        new GZIPOutputStream(Files.newOutputStream(folder.resolve("packed.gz")))) {
      packed.write(Files.readAllBytes(folder.resolve("one.log")));
    }
  }

  private void write(String name, String text) throws IOException {
    Path file = folder.resolve(name);
    Files.createDirectories(file.getParent());
    Files.writeString(file, text);
  }

  private List<Path> paths(String names) {
    return Arrays.stream(names.split(" ")).map(folder::resolve).toList();
  }

  /** Machines with the logs that lie with them. */
  private static String said(Stream<HostFacts> hosts) {
    List<String> said = new ArrayList<>();
    hosts.forEach(host ->
        said.add(
            host.name()
                + host.readings().stream()
                    .map(reading -> Path.of(reading.source().name()).getFileName().toString())
                    .filter(name -> name.matches(".*\\.(log|txt|gz)"))
                    .toList()));
    return String.join(" ", said);
  }

  /** In whichever order they are named, and by one thread as by several. */
  @ParameterizedTest
  @CsvSource({
    "node1 one.log, node1[one.log]",
    "one.log node1, node1[one.log]",
    "rank1.log node2 node1 one.log, 'node2[] node1[rank1.log, one.log]'",
    "packed.gz node1, node1[packed.gz]",
    // The second of that name is another's folder, or the same machine at another time.
    "node1 again one.log, node1[one.log] node1.example.com[]",
    "again one.log node1, node1.example.com[one.log] node1[]",
    // Who else is named in it may be the one that it is about.
    "node1 node2 both.log, node1[] node2[] both.log[both.log]",
    "node1 other.log, node1[] other.log[other.log]",
    "node1 pasted.txt, node1[] pasted.txt[pasted.txt]",
    "node1 stray.txt one.log, node1[one.log] stray.txt[stray.txt]",
    "one.log stray.txt, '%s[one.log, stray.txt]'",
  })
  void shouldPutALogToTheMachineThatWroteIt(String names, String machines) throws Exception {
    String expected = machines.formatted(folder.getFileName());
    assertThat(said(new AuditInputs().read(paths(names)).stream())).isEqualTo(expected);
    List<HostFacts> crew = new ArrayList<>();
    new AuditInputs().each(paths(names), host -> host, crew::add, progress -> {});
    assertThat(said(crew.stream())).isEqualTo(expected);
  }

  /** A bundle has the variables of whoever collected it. */
  @Test
  void shouldTakeTheJobsOwnVariables() throws IOException {
    HostFacts host = new AuditInputs().read(paths("node1 one.log")).getFirst();
    assertThat(host.environment("NCCL_IB_HCA").get()).isEqualTo("mlx5_0");
    assertThat(host.inputName()).isEqualTo("node1");
  }

  /** A signal interrupts whoever waits: it is told apart from having read all. */
  @Test
  void shouldSayWhatItHasNotRead() throws IOException {
    AuditInputs inputs = new AuditInputs();
    List<HostFacts> taken = new ArrayList<>();
    Thread.currentThread().interrupt();

    assertThatThrownBy(
            () -> inputs.each(paths("node1 one.log"), host -> host, taken::add, text -> {}))
        .isInstanceOf(InterruptedException.class);

    assertThat(taken).isEmpty();
    assertThat(inputs.left()).containsOnlyKeys(paths("node1 one.log"));
  }

  /** Of a folder with several files not all are read. */
  @Test
  void shouldStopBeforeTheNextSource() {
    AtomicInteger sources = new AtomicInteger();
    AuditInputs inputs =
        new AuditInputs(() -> {
          if (sources.incrementAndGet() == 2) {
            throw new CancellationException();
          }
        });
    List<HostFacts> seen = new ArrayList<>();
    assertThatThrownBy(() -> inputs.each(paths("node1"), host -> host, seen::add, _ -> {}))
        .isInstanceOf(CancellationException.class);
    assertThat(sources).hasValue(2);
    assertThat(seen).isEmpty();
  }
}
