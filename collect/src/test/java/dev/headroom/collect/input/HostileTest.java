package dev.headroom.collect.input;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.OutputStream;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.apache.commons.compress.archivers.tar.TarConstants;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Archives that mean harm: one clear line each, little memory, nothing written, no hang. */
final class HostileTest {
  @TempDir private Path folder;

  private static final ReadLimits SMALL = new ReadLimits(10, 1000, 50_000, 50_000, 100, 10_000, 2);

  @Test
  void shouldNotReadWhatClimbsOut() throws IOException {
    Path file =
        write("t.tar", Archives.tar("../../etc/passwd", "x", "a/../../b", "y", "ok", "z\n"));

    Visited visited = Visited.of(file, ReadLimits.STANDARD);

    assertThat(visited.texts()).containsOnlyKeys(":ok");
    assertThat(visited.visitUnread())
        .containsExactly(
            file + ": ../../etc/passwd: its path leads outside the archive; not read",
            file + ": a/../../b: its path leads outside the archive; not read");
  }

  @Test
  void shouldNotFollowLinks() throws IOException {
    Path out = write("l.tar", Archives.tarOf(TarConstants.LF_SYMLINK, "a/log", "/etc/shadow"));
    Path up = write("u.tar", Archives.tarOf(TarConstants.LF_SYMLINK, "a/log", "../../x"));
    Path hard = write("h.tar", Archives.tarOf(TarConstants.LF_LINK, "a/log", "/etc/shadow"));
    Path device = write("d.tar", Archives.tarOf(TarConstants.LF_CHR, "a/mem", ""));

    assertThat(unread(out, ReadLimits.STANDARD))
        .endsWith("is a link that leads outside, to /etc/shadow; not followed");
    assertThat(unread(up, ReadLimits.STANDARD))
        .endsWith("is a link that leads outside, to ../../x; not followed");
    assertThat(unread(hard, ReadLimits.STANDARD))
        .endsWith("is a hard link to another file; not read");
    assertThat(unread(device, ReadLimits.STANDARD)).endsWith("is a device or a pipe; not read");
  }

  @Test
  void shouldNotFollowALinkInAFolder() throws IOException {
    Files.createSymbolicLink(folder.resolve("passwd"), Path.of("/etc/passwd"));

    Visited visited = Visited.of(folder, ReadLimits.STANDARD);

    assertThat(visited.texts()).isEmpty();
    assertThat(visited.visitUnread())
        .singleElement()
        .asString()
        .contains("leads outside, to /etc/passwd");
  }

  @Test
  void shouldShowNoControlCharactersOfNames() throws IOException {
    Path file = write("c.tar", Archives.tar("a\u001b[31m/../x", "y", "b\u001b]0;x\u0007", "z\n"));

    Visited visited = Visited.of(file, ReadLimits.STANDARD);

    assertThat(visited.texts()).containsOnlyKeys(":b?]0;x?");
    assertThat(visited.visitUnread()).singleElement().asString().doesNotContain("\u001b");
  }

  @Test
  void shouldStopAtEachLimit() throws IOException {
    String[] many =
        Stream.iterate(0, i -> i + 1)
            .limit(11)
            .flatMap(i -> Stream.of("f" + i, "x"))
            .toArray(String[]::new);
    String lines = "0123456789\n".repeat(90);
    assertThat(unread(write("many.tar", Archives.tar(many)), SMALL))
        .endsWith("has more than 10 entries; the rest is not read");
    assertThat(unread(write("big.tar", Archives.tar("big", lines.repeat(2))), SMALL))
        .contains("says that big has 1980 bytes");
    assertThat(
            unread(
                write(
                    "all.zip",
                    Archives.zip(
                        "a", lines, "b", lines, "c", lines, "d", lines, "e", lines, "f", lines)),
                new ReadLimits(10, 1000, 200, 50_000, 100, 10_000, 2)))
        .contains("unpacks to more than 0 MiB");
    assertThat(
            unread(write("line.txt", "x".repeat(101).getBytes(StandardCharsets.US_ASCII)), SMALL))
        .contains("line 1 is longer than");
    assertThat(
            unread(write("size.txt", lines.repeat(2).getBytes(StandardCharsets.US_ASCII)), SMALL))
        .contains("is larger than");
    assertThat(unread(write("twice.gz.xz", gzipped()), SMALL)).contains("is compressed twice");
  }

  /** As /tmp may be: what is small and comes later is read all the same. */
  @Test
  void shouldSayWhatItDidNotReadOfAHugeFolder() throws IOException {
    Path huge = Files.createDirectory(folder.resolve("huge"));
    for (String name : List.of("a", "b", "c", "d")) {
      Files.writeString(huge.resolve(name), "0123456789\n".repeat(40));
    }
    Files.writeString(huge.resolve("e"), "x\n");

    Visited visited = Visited.of(huge, new ReadLimits(10, 1000, 200, 1000, 100, 10_000, 2));

    assertThat(visited.texts()).containsOnlyKeys(":a", ":b", ":e");
    assertThat(visited.visitUnread())
        .containsExactly(
            huge
                + ": 2 files were not read, because the files before hold 0 MiB; pass a smaller"
                + " folder");
  }

  /** Under a heap of 256 MiB, in a Java machine of its own. */
  @Test
  void shouldStayWithinLittleMemory() throws IOException, InterruptedException {
    byte[] zeros = new byte[1 << 20];
    Path bombs = Files.createDirectory(folder.resolve("bombs"));
    try (OutputStream out = Archives.packing(bombs.resolve("10-gigabytes.tar.zst"))) {
      out.write(Archives.header("a/huge", TarConstants.LF_NORMAL, 10L << 30));
      repeat(out, zeros, 1024);
    }
    try (OutputStream out = Archives.packing(bombs.resolve("million.tar.zst"))) {
      repeat(out, Archives.header("a/empty", TarConstants.LF_NORMAL, 0), 1_000_000);
    }
    try (OutputStream out = Archives.packing(bombs.resolve("long-name.tar.zst"))) {
      out.write(Archives.header("././@LongLink", TarConstants.LF_GNUTYPE_LONGNAME, 1L << 30));
      repeat(out, zeros, 1024);
    }
    try (OutputStream out = Archives.packing(bombs.resolve("attributes.tar.zst"))) {
      out.write(Archives.header("x", TarConstants.LF_PAX_EXTENDED_HEADER_LC, 1L << 30));
      out.write("1000000000 path=".getBytes(StandardCharsets.US_ASCII));
      repeat(out, zeros, 1024);
    }
    try (OutputStream out = Archives.packing(bombs.resolve("one-line.log.zst"))) {
      repeat(out, zeros, 1024);
    }
    Path line = bombs.resolve("plain-line.log");
    try (var channel =
        Files.newByteChannel(
            line,
            StandardOpenOption.CREATE_NEW,
            StandardOpenOption.WRITE,
            StandardOpenOption.SPARSE)) {
      channel.position((1L << 30) - 1).write(ByteBuffer.wrap(new byte[1]));
    }
    sparse(bombs, "sparse-gnu.tar", "--format=gnu");
    sparse(bombs, "sparse-pax.tar", "--format=posix");

    List<String> said = underLittleMemory(bombs);

    assertThat(said)
        .filteredOn(each -> each.contains("10-gigabytes"))
        .singleElement()
        .asString()
        .contains("has 10737418240 bytes");
    assertThat(said)
        .filteredOn(each -> each.contains("million"))
        .singleElement()
        .asString()
        .contains("more than 200000 entries");
    assertThat(said)
        .filteredOn(each -> each.contains("long-name"))
        .singleElement()
        .asString()
        .contains("that are too long");
    assertThat(said)
        .filteredOn(each -> each.contains("attributes.tar"))
        .singleElement()
        .asString()
        .contains("that are too long");
    assertThat(said)
        .filteredOn(each -> each.contains("-line.log"))
        .hasSize(2)
        .allMatch(each -> each.contains("line 1 is longer than 8 MiB"));
    assertThat(said)
        .filteredOn(each -> each.contains("sparse"))
        .allMatch(each ->
            each.contains("its content is not read: it is a sparse file of more than 2 GiB"));
    assertThat(said).noneMatch(each -> each.contains("Exception"));
  }

  /** Opens a path with a heap of 256 MiB and returns the lines about what was not read. */
  private static List<String> underLittleMemory(Path path)
      throws IOException, InterruptedException {
    Path said = Files.createTempFile("said", ".txt");
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx256m",
                "-XX:+UseSerialGC",
                "--enable-native-access=ALL-UNNAMED",
                "-cp",
                System.getProperty("java.class.path"),
                UnreadLines.class.getName(),
                path.toString())
            .redirectErrorStream(true)
            .redirectOutput(said.toFile())
            .start();
    boolean ended = process.waitFor(60, TimeUnit.SECONDS);
    process.destroyForcibly();
    List<String> lines = Files.readAllLines(said);
    Files.delete(said);
    assertThat(ended).as("a hang").isTrue();
    assertThat(process.exitValue()).as(lines.toString()).isZero();
    return lines;
  }

  private static void sparse(Path folder, String name, String format)
      throws IOException, InterruptedException {
    Path tar = Path.of("/usr/bin/tar");
    Path hole = folder.resolveSibling("hole");
    try (var file = new RandomAccessFile(hole.toFile(), "rw")) {
      file.setLength(10L << 30);
    }
    if (Files.isExecutable(tar)) {
      new ProcessBuilder(
              tar.toString(),
              format,
              "-S",
              "-cf",
              folder.resolve(name).toString(),
              "-C",
              folder.resolveSibling(".").toString(),
              "hole")
          .start()
          .waitFor();
    }
    Files.delete(hole);
  }

  private static void repeat(OutputStream out, byte[] bytes, int times) throws IOException {
    for (int i = 0; i < times; i++) {
      out.write(bytes);
    }
  }

  private byte[] gzipped() throws IOException {
    return Files.readAllBytes(Archives.write(folder.resolve("in.gz"), new byte[10]));
  }

  private Path write(String name, byte[] bytes) throws IOException {
    return Archives.write(folder.resolve(name), bytes);
  }

  /** Noise may begin like anything. */
  @Test
  void shouldNotTripOverNoise() throws IOException {
    Random random = new Random(20261121);
    byte[][] heads = {
      {0x1f, (byte) 0x8b, 8},
      {'P', 'K', 3, 4},
      {0x28, (byte) 0xb5, 0x2f, (byte) 0xfd},
      {(byte) 0xfd, '7', 'z', 'X', 'Z', 0},
      Archives.header("a", TarConstants.LF_NORMAL, 70_000),
      {}
    };
    for (int i = 0; i < 300; i++) {
      byte[] noise = new byte[random.nextInt(4000)];
      random.nextBytes(noise);
      byte[] head = heads[i % heads.length];
      System.arraycopy(head, 0, noise, 0, Math.min(head.length, noise.length));
      Path file = Files.write(folder.resolve("noise-" + i), noise);

      Visited visited = Visited.of(file, ReadLimits.STANDARD);

      assertThat(visited.visitUnread().size() + visited.texts().size())
          .as("noise " + i)
          .isPositive();
    }
  }

  private static String unread(Path file, ReadLimits limits) throws IOException {
    List<String> unread = Visited.of(file, limits).visitUnread();
    assertThat(unread).hasSize(1);
    return unread.getFirst();
  }
}
