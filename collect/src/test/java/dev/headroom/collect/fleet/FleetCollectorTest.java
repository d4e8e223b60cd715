package dev.headroom.collect.fleet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.headroom.collect.allow.AllowList;
import dev.headroom.collect.input.SourceOpener;
import dev.headroom.collect.script.ShellScript;
import dev.headroom.formats.source.SourceStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.InvalidAlgorithmParameterException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.NoSuchAlgorithmException;
import java.security.spec.ECGenParameterSpec;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.zip.GZIPOutputStream;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveOutputStream;
import org.apache.sshd.common.config.keys.AuthorizedKeyEntry;
import org.apache.sshd.common.config.keys.writer.openssh.OpenSSHKeyPairResourceWriter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class FleetCollectorTest {
  @TempDir private Path folder;

  /**
   * 200 machines: one hangs, one refuses the key, one is unknown, one sends a gigabyte, of which a
   * slow machine takes the little that is allowed before the time is over.
   */
  @Test
  void shouldReportAllButFourAndNameThose() throws Exception {
    KeyPair mine = key();
    KeyPair theirs = key();
    Path identity = identity(mine);
    String script = ShellScript.of(AllowList.host(), "1");
    try (PlayedHosts hosts = new PlayedHosts(theirs, mine.getPublic(), host -> bundle());
        PlayedHosts stranger = new PlayedHosts(key(), mine.getPublic(), host -> bundle())) {
      FleetOptions options =
          new FleetOptions(
              known(theirs, hosts.port()),
              List.of(identity),
              Optional.empty(),
              16,
              Duration.ofSeconds(20),
              Duration.ofSeconds(6),
              1L << 20);
      List<FleetTarget> targets = new ArrayList<>();
      for (int i = 0; i < 196; i++) {
        targets.add(new FleetTarget("gpu-" + i, "127.0.0.1", hosts.port()));
      }
      targets.add(10, new FleetTarget("hangs", "127.0.0.1", hosts.port()));
      targets.add(20, new FleetTarget("refuses", "127.0.0.1", hosts.port()));
      targets.add(30, new FleetTarget("unknown", "127.0.0.1", stranger.port()));
      targets.add(40, new FleetTarget("endless", "127.0.0.1", hosts.port()));
      AtomicInteger bundles = new AtomicInteger();
      Map<String, String> failed = new TreeMap<>();

      new FleetCollector(script, options)
          .collect(
              targets,
              answer -> {
                switch (answer) {
                  case TargetResult.Bundle got -> {
                    assertThat(read(got.file())).containsExactly("gpu:proc/cmdline");
                    bundles.incrementAndGet();
                  }
                  case TargetResult.Failed no -> failed.put(no.target().user(), no.why());
                }
              });

      assertThat(bundles).hasValue(196);
      assertThat(failed).containsOnlyKeys("hangs", "refuses", "unknown", "endless");
      assertThat(failed.get("hangs")).isEqualTo("did not finish after 6 s; connection closed");
      assertThat(failed.get("refuses")).startsWith("rejected every key");
      assertThat(failed.get("unknown"))
          .startsWith("its host key is missing in the known_hosts file");
      assertThat(failed.get("endless")).isEqualTo("sent more than 1 MiB; connection closed");
      assertThat(hosts.scripts()).containsExactly(script);
      assertThat(hosts.commands()).containsExactly("sh -s -- -q -o -");
      assertThat(stranger.scripts()).as("an unknown host gets nothing").isEmpty();
    }
  }

  /** One has answered, one hangs for as long as it may: nobody waits for that one. */
  @Test
  void shouldEndWhenInterrupted() throws Exception {
    KeyPair mine = key();
    KeyPair theirs = key();
    try (PlayedHosts hosts = new PlayedHosts(theirs, mine.getPublic(), host -> bundle())) {
      FleetOptions options =
          FleetOptions.usual()
              .knownHosts(known(theirs, hosts.port()))
              .identity(identity(mine))
              .working(Duration.ofMinutes(10));
      List<TargetResult> answers = Collections.synchronizedList(new ArrayList<>());
      CountDownLatch first = new CountDownLatch(1);
      AtomicBoolean told = new AtomicBoolean();
      Thread collecting =
          new Thread(() -> {
            try {
              new FleetCollector("true", options)
                  .collect(
                      List.of(
                          new FleetTarget("hangs", "127.0.0.1", hosts.port()),
                          new FleetTarget("gpu", "127.0.0.1", hosts.port())),
                      answer -> {
                        answers.add(answer);
                        first.countDown();
                      });
            } catch (InterruptedException e) {
              told.set(true);
            } catch (IOException e) {
              throw new UncheckedIOException(e);
            }
          });
      collecting.start();
      assertThat(first.await(60, TimeUnit.SECONDS)).isTrue();

      collecting.interrupt();

      assertThat(collecting.join(Duration.ofSeconds(60))).isTrue();
      assertThat(told).isTrue();
      assertThat(answers).hasSize(1).allMatch(each -> each.target().user().equals("gpu"));
    }
  }

  @Test
  void shouldPassOnWhatTheScriptSays() throws Exception {
    KeyPair mine = key();
    KeyPair theirs = key();
    try (PlayedHosts hosts = new PlayedHosts(theirs, mine.getPublic(), host -> bundle())) {
      FleetOptions options =
          FleetOptions.usual().knownHosts(known(theirs, hosts.port())).identity(identity(mine));
      List<String> why = new ArrayList<>();

      new FleetCollector("exit 3", options)
          .collect(
              List.of(
                  new FleetTarget("fails", "127.0.0.1", hosts.port()),
                  new FleetTarget("x", "127.0.0.1", 1)),
              answer -> why.add(answer.toString()));

      assertThat(why)
          .anyMatch(each -> each.contains("the script ended with 3: sh: awk: not found?[2J"));
      assertThat(why).anyMatch(each -> each.contains("Connection refused"));
    }
  }

  @Test
  void shouldReadAFileOfHosts() {
    assertThat(
            FleetTarget.read(
                List.of("# ours", "gpu-1", " admin@gpu-2:2222 # spare", "", "[fe80::1]:22")))
        .containsExactly(
            new FleetTarget("", "gpu-1", 0),
            new FleetTarget("admin", "gpu-2", 2222),
            new FleetTarget("", "fe80::1", 22));
    for (String wrong : List.of("-oProxyCommand=x", "a b", "a:99999", "$(x)", "a@", "a;b")) {
      assertThatThrownBy(() -> FleetTarget.read(List.of("ok", wrong)))
          .hasMessageContaining("line 2: '" + wrong + "' is not a host");
    }
    assertThatThrownBy(() -> FleetTarget.read(List.of("gpu-1", "", "gpu-2", " gpu-1 # again")))
        .hasMessageContaining("line 4: 'gpu-1' is already in line 1");
  }

  private static List<String> read(Path file) {
    List<String> paths = new ArrayList<>();
    try {
      for (SourceStream stream : SourceOpener.open(file)) {
        stream.forEach(source -> paths.add(source.host() + ":" + source.path()));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return paths;
  }

  private static byte[] bundle() throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (TarArchiveOutputStream tar = new TarArchiveOutputStream(new GZIPOutputStream(bytes))) {
      TarArchiveEntry entry = new TarArchiveEntry("headroom-gpu/proc/cmdline");
      entry.setSize(6);
      tar.putArchiveEntry(entry);
      tar.write("quiet\n".getBytes(StandardCharsets.US_ASCII));
      tar.closeArchiveEntry();
    }
    return bytes.toByteArray();
  }

  private static KeyPair key() throws NoSuchAlgorithmException, InvalidAlgorithmParameterException {
    KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
    generator.initialize(new ECGenParameterSpec("secp256r1"));
    return generator.generateKeyPair();
  }

  private Path identity(KeyPair key) throws Exception {
    Path file =
        Files.createTempFile(
            folder,
            "id",
            "",
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
    try (OutputStream out = Files.newOutputStream(file)) {
      OpenSSHKeyPairResourceWriter.INSTANCE.writePrivateKey(key, "", null, out);
    }
    return file;
  }

  private Path known(KeyPair key, int port) throws IOException {
    return Files.writeString(
        folder.resolve("known_hosts"),
        "[127.0.0.1]:" + port + " " + AuthorizedKeyEntry.toString(key.getPublic()) + "\n");
  }
}
