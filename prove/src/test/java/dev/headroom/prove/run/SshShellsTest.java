package dev.headroom.prove.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.collect.fleet.FleetOptions;
import dev.headroom.collect.fleet.PlayedSsh;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.spec.ECGenParameterSpec;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.sshd.common.config.keys.AuthorizedKeyEntry;
import org.apache.sshd.common.config.keys.KeyUtils;
import org.apache.sshd.common.config.keys.writer.openssh.OpenSSHKeyPairResourceWriter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SshShellsTest {
  @TempDir private Path folder;

  @Test
  void shouldRunAScriptOfEachHostsOwn() throws Exception {
    KeyPair mine = key();
    KeyPair theirs = key();
    try (PlayedSsh hosts =
        new PlayedSsh(
            "127.0.0.1",
            0,
            theirs,
            (user, key) -> KeyUtils.compareKeys(key, mine.getPublic()),
            SshShellsTest::runTheScript)) {
      SshShells shells = new SshShells(options(mine, theirs, hosts.port()), "burner");
      String host = "127.0.0.1:" + hosts.port();

      Map<String, HostShells.Answer> answers =
          shells.run(
              Map.of(host, "echo one", "nobody@" + host, "echo two; exit 3"),
              Duration.ofSeconds(20));

      assertThat(answers.get(host)).isEqualTo(new HostShells.Answer("one\n", ""));
      assertThat(answers.get("nobody@" + host)).asString().contains("ended with 3");
    }
  }

  private static int runTheScript(PlayedSsh.Session session)
      throws IOException, InterruptedException {
    Process shell = new ProcessBuilder("sh", "-s").redirectErrorStream(true).start();
    try (OutputStream script = shell.getOutputStream()) {
      session.in().transferTo(script);
    }
    shell.getInputStream().transferTo(session.out());
    return shell.waitFor();
  }

  private FleetOptions options(KeyPair mine, KeyPair theirs, int port)
      throws IOException, GeneralSecurityException {
    Path identity =
        Files.createTempFile(
            folder,
            "id",
            "",
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
    try (OutputStream out = Files.newOutputStream(identity)) {
      OpenSSHKeyPairResourceWriter.INSTANCE.writePrivateKey(mine, "", null, out);
    }
    Path known =
        Files.writeString(
            folder.resolve("known_hosts"),
            "[127.0.0.1]:" + port + " " + AuthorizedKeyEntry.toString(theirs.getPublic()) + "\n");
    return new FleetOptions(
        known,
        List.of(identity),
        Optional.empty(),
        4,
        Duration.ofSeconds(20),
        Duration.ofSeconds(20),
        1 << 20);
  }

  private static KeyPair key() throws GeneralSecurityException {
    KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
    generator.initialize(new ECGenParameterSpec("secp256r1"));
    return generator.generateKeyPair();
  }
}
