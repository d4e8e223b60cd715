package dev.headroom.collect.fleet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.KeyPair;
import java.security.PublicKey;
import java.security.SignatureException;
import java.security.interfaces.EdECPrivateKey;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import org.apache.sshd.common.config.keys.AuthorizedKeyEntry;
import org.apache.sshd.common.config.keys.FilePasswordProvider;
import org.apache.sshd.common.keyprovider.FileKeyPairProvider;
import org.apache.sshd.common.signature.Signature;
import org.apache.sshd.common.util.security.SecurityUtils;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Keys that ssh-keygen made, and those of RFC 8032, without another library than the JDK's. */
final class JdkEd25519Test {
  /** What ssh-keygen 9.2 wrote for this test; it opens nothing. */
  private static final String SECRET =
      """
      -----BEGIN OPENSSH PRIVATE KEY-----
      b3BlbnNzaC1rZXktdjEAAAAABG5vbmUAAAAEbm9uZQAAAAAAAAABAAAAMwAAAAtzc2gtZW
      QyNTUxOQAAACAQqcW7lB+OwEBleBL7c9c0HmYRvvdfkeVzharGKUHYLQAAAJALtui8C7bo
      vAAAAAtzc2gtZWQyNTUxOQAAACAQqcW7lB+OwEBleBL7c9c0HmYRvvdfkeVzharGKUHYLQ
      AAAECnhT1atiQcFvgaMeVH0TgGrDgtg8MAMcY/xUv1cnQoSxCpxbuUH47AQGV4Evtz1zQe
      ZhG+91+R5XOFqsYpQdgtAAAADXRlc3RAaGVhZHJvb20=
      -----END OPENSSH PRIVATE KEY-----
      """;

  private static final String OPEN =
      "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIBCpxbuUH47AQGV4Evtz1zQeZhG+91+R5XOFqsYpQdgt";

  @TempDir private Path folder;

  @BeforeEach
  void register() {
    JdkKeyProvider.register();
  }

  @Test
  void shouldReadWhatSshKeygenWrote() throws Exception {
    KeyPair pair = pair();

    assertThat(AuthorizedKeyEntry.toString(pair.getPublic())).isEqualTo(OPEN);
    assertThat(SecurityUtils.recoverEDDSAPublicKey(pair.getPrivate())).isEqualTo(pair.getPublic());
  }

  /** RFC 8032, section 7.1, test 2. */
  @Test
  void shouldSignAsTheStandardSays() throws Exception {
    JdkEd25519 keys = new JdkEd25519();
    EdECPrivateKey secret =
        keys.generateEDDSAPrivateKey(
            hex("4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb"));
    PublicKey open = keys.recoverEDDSAPublicKey(secret);
    assertThat(open)
        .isEqualTo(
            keys.generateEDDSAPublicKey(
                hex("3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c")));

    byte[] signature = signed(keys, secret, hex("72"));

    assertThat(signature)
        .isEqualTo(
            hex(
                "92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da"
                    + "085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00"));
    assertThat(holds(keys, open, hex("72"), signature)).isTrue();
    assertThat(holds(keys, open, hex("73"), signature)).isFalse();
  }

  /** CVE-2020-36843: the same signature with the group's order added to its second half. */
  @Test
  void shouldRefuseASignatureInAnotherForm() throws Exception {
    JdkEd25519 keys = new JdkEd25519();
    KeyPair pair = pair();
    byte[] signature = signed(keys, (EdECPrivateKey) pair.getPrivate(), hex("72"));
    BigInteger order =
        BigInteger.TWO.pow(252).add(new BigInteger("27742317777372353535851937790883648493"));
    byte[] other = signature.clone();
    BigInteger s = BigInteger.ZERO;
    for (int i = 63; i >= 32; i--) {
      s = s.shiftLeft(8).or(BigInteger.valueOf(signature[i] & 0xff));
    }
    BigInteger moved = s.add(order);
    for (int i = 32; i < 64; i++) {
      other[i] = moved.shiftRight(8 * (i - 32)).byteValue();
    }

    assertThat(holds(keys, pair.getPublic(), hex("72"), signature)).isTrue();
    assertThatThrownBy(() -> holds(keys, pair.getPublic(), hex("72"), other))
        .isInstanceOf(SignatureException.class);
  }

  @Test
  void shouldLogInAndKnowTheHostByThem() throws Exception {
    KeyPair pair = pair();
    try (PlayedHosts hosts =
        new PlayedHosts(pair, pair.getPublic(), host -> new byte[] {1, 2, 3})) {
      Path known =
          Files.writeString(
              folder.resolve("known_hosts"), "[127.0.0.1]:" + hosts.port() + " " + OPEN + "\n");
      FleetOptions options =
          new FleetOptions(
              known,
              List.of(folder.resolve("id_ed25519")),
              Optional.empty(),
              2,
              Duration.ofSeconds(20),
              Duration.ofSeconds(20),
              1 << 20);
      List<TargetResult> answers = new ArrayList<>();

      new FleetCollector("true", options)
          .collect(List.of(new FleetTarget("gpu", "127.0.0.1", hosts.port())), answers::add);

      assertThat(answers).hasSize(1).allMatch(TargetResult.Bundle.class::isInstance);
    }
  }

  private KeyPair pair() throws Exception {
    Path file = folder.resolve("id_ed25519");
    if (!Files.exists(file)) {
      Files.createFile(
          file, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
      Files.writeString(file, SECRET);
    }
    FileKeyPairProvider provider = new FileKeyPairProvider(file);
    provider.setPasswordFinder(FilePasswordProvider.EMPTY);
    return provider.loadKeys(null).iterator().next();
  }

  private static byte[] signed(JdkEd25519 keys, EdECPrivateKey secret, byte[] message)
      throws Exception {
    Signature signature = keys.getEDDSASigner();
    signature.initSigner(null, secret);
    signature.update(null, message);
    return signature.sign(null);
  }

  private static boolean holds(JdkEd25519 keys, PublicKey open, byte[] message, byte[] raw)
      throws Exception {
    Signature signature = keys.getEDDSASigner();
    signature.initVerifier(null, open);
    signature.update(null, message);
    return signature.verify(null, raw);
  }

  private static byte[] hex(String digits) {
    return HexFormat.of().parseHex(digits);
  }
}
