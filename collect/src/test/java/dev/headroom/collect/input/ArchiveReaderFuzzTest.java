package dev.headroom.collect.input;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Archives of every sort with bytes that changed, went, or came twice: whatever is in them, they
 * are opened as far as they go, with a line for what is wrong, in time. A long search: {@code
 * -Pfuzz}, with the properties of the parsers' searches.
 */
@Tag("fuzz")
final class ArchiveReaderFuzzTest {
  private static final long SEED = Long.getLong("headroom.seed", 20261122);
  private static final Duration EACH =
      Duration.ofMillis(Long.getLong("headroom.fuzz.parser.ms", 10_000));
  private static final ReadLimits LIMITS =
      new ReadLimits(100, 4096, 1 << 20, 1 << 20, 4 << 20, 1 << 20, 2);

  @TempDir private Path folder;

  @ParameterizedTest
  @ValueSource(strings = {"a.tar", "a.tar.gz", "a.tar.xz", "a.tar.zst", "a.zip", "nested.tar.gz"})
  void shouldOpenWhateverIsLeft(String name) throws IOException {
    byte[] sample = sample(name);
    Path file = folder.resolve(name);
    Random random = new Random(SEED ^ name.hashCode());
    Duration end = used().plus(EACH);
    long runs = 0;
    long opened = 0;
    while (used().compareTo(end) < 0) {
      Files.write(file, changed(sample, random));
      String where = "seed %d, run %d of %s".formatted(SEED, runs++, name);
      if (assertTimeoutPreemptively(Duration.ofSeconds(20), () -> isOpened(file), where)) {
        opened++;
      }
    }
    assertThat(runs).isPositive();
    System.out.printf("%s: seed %d, %d runs, %d opened%n", name, SEED, runs, opened);
  }

  /** Whether anything was read; an IOException with a reason is an answer, else it is a fault. */
  private static boolean isOpened(Path file) {
    try {
      return !Visited.of(file, LIMITS).texts().isEmpty();
    } catch (IOException e) {
      assertThat(e).hasMessageMatching("(?s).+");
      return false;
    }
  }

  private byte[] sample(String name) throws IOException {
    String[] pairs = {
      "headroom-node1/sys/class/net/eth0/mtu",
      "9000\n",
      "headroom-node1/commands/lsmod",
      "Module Size Used by\nnvidia 1 0\n".repeat(20),
      "headroom-node1/headroom/links",
      "sys/a -> ../b\n",
      "n".repeat(150),
      "long name\n"
    };
    if (name.endsWith(".zip")) {
      return Archives.zip(pairs);
    }
    byte[] tar = Archives.tar(pairs);
    if (name.startsWith("nested")) {
      Path inner = Archives.write(folder.resolve("inner.tar.gz"), tar);
      byte[] packed = Files.readAllBytes(inner);
      Files.delete(inner);
      tar = Archives.tar("in.tar.gz", new String(packed, StandardCharsets.ISO_8859_1));
    }
    Path file = folder.resolve("sample-" + name);
    try (OutputStream out = Archives.packing(file)) {
      out.write(tar);
    }
    byte[] bytes = Files.readAllBytes(file);
    Files.delete(file);
    return bytes;
  }

  private static byte[] changed(byte[] sample, Random random) {
    byte[] bytes = sample.clone();
    int changes = 1 + random.nextInt(6);
    for (int i = 0; i < changes && bytes.length > 0; i++) {
      int at = random.nextInt(bytes.length);
      int length = Math.min(bytes.length - at, 1 + random.nextInt(64));
      switch (random.nextInt(4)) {
        case 0 -> bytes[at] = (byte) random.nextInt(256);
        case 1 -> bytes[at] ^= (byte) (1 << random.nextInt(8));
        case 2 -> bytes = spliced(bytes, at, at + length);
        default -> bytes = spliced(bytes, at + length, at);
      }
    }
    return bytes;
  }

  /** What is before one place, and what is from another one on; with a piece twice, or gone. */
  private static byte[] spliced(byte[] bytes, int until, int from) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    out.write(bytes, 0, until);
    out.write(bytes, from, bytes.length - from);
    return out.toByteArray();
  }

  private static Duration used() {
    return ProcessHandle.current().info().totalCpuDuration().orElseThrow();
  }
}
