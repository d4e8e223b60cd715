package dev.headroom.prove.evidence;

import dev.headroom.formats.AtomicWriter;
import dev.headroom.model.text.BadInputException;
import dev.headroom.model.text.UserFile;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyPairGenerator;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.SecureRandom;
import java.security.interfaces.EdECPrivateKey;
import java.security.spec.NamedParameterSpec;
import java.security.spec.PKCS8EncodedKeySpec;
import java.security.spec.X509EncodedKeySpec;
import java.util.Base64;
import java.util.EnumSet;
import java.util.Optional;

/**
 * Ed25519 signature over the last hash of the evidence, in a file beside it: a line each for the
 * public key (X.509 in Base64), the hash and the signature (Base64).
 *
 * @param publicKey in Base64
 * @param hash what is signed
 * @param signature in Base64
 */
public record Signature(String publicKey, String hash, String signature) {
  /** Name of the file in the folder of a run. */
  public static final String NAME = "evidence.sig";

  private static final String ALGORITHM = "Ed25519";
  private static final String BEGIN = "-----BEGIN PRIVATE KEY-----";
  private static final String END = "-----END PRIVATE KEY-----";
  private static final long MOST = 1 << 16;

  /**
   * Signs with the key of a file, PKCS#8 in PEM. A file that is not there is made, with mode 0600.
   *
   * @throws BadInputException if the file has no such key
   */
  public static Signature of(String hash, Path keyFile) throws IOException {
    try {
      PrivateKey key = privateKey(keyFile);
      java.security.Signature signer = java.security.Signature.getInstance(ALGORITHM);
      signer.initSign(key);
      signer.update(hash.getBytes(StandardCharsets.US_ASCII));
      String signature = Base64.getEncoder().encodeToString(signer.sign());
      return new Signature(
          Base64.getEncoder().encodeToString(publicKey(key).getEncoded()), hash, signature);
    } catch (GeneralSecurityException e) {
      throw new BadInputException(
          keyFile
              + ": is not an Ed25519 key in PKCS#8; openssl genpkey -algorithm ed25519 makes one",
          e);
    }
  }

  /**
   * Checks that a file has a key, before a run that is to be signed; it is made if it is not there.
   *
   * @throws BadInputException if it has none
   */
  public static void checkKey(Path keyFile) throws IOException {
    of("", keyFile);
  }

  private static PrivateKey privateKey(Path file) throws IOException, GeneralSecurityException {
    if (!Files.exists(file)) {
      make(file);
    }
    String text = UserFile.text(file, MOST);
    int begin = text.indexOf(BEGIN);
    int end = text.indexOf(END);
    if (begin < 0 || end < begin) {
      throw new GeneralSecurityException("no key");
    }
    byte[] bytes;
    try {
      bytes = Base64.getMimeDecoder().decode(text.substring(begin + BEGIN.length(), end));
    } catch (IllegalArgumentException e) {
      throw new GeneralSecurityException("no Base64", e);
    }
    return KeyFactory.getInstance(ALGORITHM).generatePrivate(new PKCS8EncodedKeySpec(bytes));
  }

  private static void make(Path file) throws IOException, GeneralSecurityException {
    PrivateKey key = KeyPairGenerator.getInstance(ALGORITHM).generateKeyPair().getPrivate();
    String text =
        BEGIN
            + "\n"
            + Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(key.getEncoded())
            + "\n"
            + END
            + "\n";
    Path parent = file.toAbsolutePath().getParent();
    if (parent != null) {
      Files.createDirectories(parent);
    }
    try (SeekableByteChannel channel =
        Files.newByteChannel(
            file,
            EnumSet.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE),
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")))) {
      channel.write(ByteBuffer.wrap(text.getBytes(StandardCharsets.US_ASCII)));
    } catch (FileAlreadyExistsException _) {
      return; // another process has just made it
    }
  }

  /** The public key of a private one: a key pair made from the same seed has it. */
  private static PublicKey publicKey(PrivateKey key) throws GeneralSecurityException {
    byte[] seed =
        ((EdECPrivateKey) key)
            .getBytes()
            .orElseThrow(() -> new GeneralSecurityException("the key is locked"));
    KeyPairGenerator pairs = KeyPairGenerator.getInstance(ALGORITHM);
    pairs.initialize(
        NamedParameterSpec.ED25519,
        new SecureRandom() {
          private static final long serialVersionUID = 1L;

          @Override
          public void nextBytes(byte[] bytes) {
            System.arraycopy(seed, 0, bytes, 0, bytes.length);
          }
        });
    return pairs.generateKeyPair().getPublic();
  }

  /** Whether it is right, whosever key it is. */
  public boolean isRight() {
    try {
      PublicKey key =
          KeyFactory.getInstance(ALGORITHM)
              .generatePublic(new X509EncodedKeySpec(Base64.getDecoder().decode(publicKey)));
      java.security.Signature verifier = java.security.Signature.getInstance(ALGORITHM);
      verifier.initVerify(key);
      verifier.update(hash.getBytes(StandardCharsets.US_ASCII));
      return verifier.verify(Base64.getDecoder().decode(signature));
    } catch (GeneralSecurityException | IllegalArgumentException _) {
      return false;
    }
  }

  /** Short name of the key, for people to compare: the first 16 digits of its SHA-256. */
  public String keyName() {
    return Sha256.of(publicKey).substring(0, 16);
  }

  /** Writes it beside the evidence. */
  public void write(Path folder) throws IOException {
    AtomicWriter.write(folder.resolve(NAME), "%s\n%s\n%s\n".formatted(publicKey, hash, signature));
  }

  /** That of a folder; empty if there is none. */
  public static Optional<Signature> in(Path folder) throws IOException {
    Path file = folder.resolve(NAME);
    if (!Files.exists(file)) {
      return Optional.empty();
    }
    String[] lines = UserFile.anyText(file, MOST).split("\n", -1);
    if (lines.length != 4 || !lines[3].isEmpty()) {
      throw new EvidenceException(NAME + " was changed: it is not three lines");
    }
    return Optional.of(new Signature(lines[0], lines[1], lines[2]));
  }
}
