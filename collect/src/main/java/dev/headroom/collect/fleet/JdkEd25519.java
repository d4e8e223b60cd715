package dev.headroom.collect.fleet;

import java.io.IOException;
import java.io.Serial;
import java.security.GeneralSecurityException;
import java.security.InvalidKeyException;
import java.security.Key;
import java.security.KeyFactory;
import java.security.KeyPairGenerator;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.SecureRandom;
import java.security.interfaces.EdECKey;
import java.security.interfaces.EdECPrivateKey;
import java.security.interfaces.EdECPublicKey;
import java.security.spec.KeySpec;
import java.security.spec.NamedParameterSpec;
import java.security.spec.PKCS8EncodedKeySpec;
import java.security.spec.X509EncodedKeySpec;
import org.apache.sshd.common.config.keys.PrivateKeyEntryDecoder;
import org.apache.sshd.common.config.keys.PublicKeyEntryDecoder;
import org.apache.sshd.common.signature.Signature;
import org.apache.sshd.common.util.buffer.Buffer;
import org.apache.sshd.common.util.security.eddsa.generic.EdDSASupport;
import org.apache.sshd.common.util.security.eddsa.generic.EdDSAUtils;
import org.apache.sshd.common.util.security.eddsa.generic.GenericEd25519PublicKeyDecoder;
import org.apache.sshd.common.util.security.eddsa.generic.GenericOpenSSHEd25519PrivateKeyEntryDecoder;
import org.apache.sshd.common.util.security.eddsa.generic.GenericSignatureEd25519;

/**
 * Support for keys of type ssh-ed25519 (RFC 8709) by the JDK, which has had them since 15. The SSH
 * library itself knows only those of two other libraries. Signatures and checks of them are the
 * JDK's.
 */
final class JdkEd25519 implements EdDSASupport<EdECPublicKey, EdECPrivateKey> {
  private static final String ALGORITHM = "Ed25519";

  @Override
  public PublicKeyEntryDecoder<EdECPublicKey, EdECPrivateKey> getEDDSAPublicKeyEntryDecoder() {
    return new GenericEd25519PublicKeyDecoder<>(EdECPublicKey.class, EdECPrivateKey.class, this);
  }

  @Override
  public PrivateKeyEntryDecoder<EdECPublicKey, EdECPrivateKey>
      getOpenSSHEDDSAPrivateKeyEntryDecoder() {
    return new GenericOpenSSHEd25519PrivateKeyEntryDecoder<>(
        EdECPublicKey.class, EdECPrivateKey.class, this);
  }

  @Override
  public Signature getEDDSASigner() {
    return new GenericSignatureEd25519(ALGORITHM);
  }

  @Override
  public int getEDDSAKeySize(Key key) {
    return key instanceof EdECKey ? KEY_SIZE : -1;
  }

  @Override
  public Class<EdECPublicKey> getEDDSAPublicKeyType() {
    return EdECPublicKey.class;
  }

  @Override
  public Class<EdECPrivateKey> getEDDSAPrivateKeyType() {
    return EdECPrivateKey.class;
  }

  @Override
  public boolean compareEDDSAPPublicKeys(PublicKey one, PublicKey other) {
    return one instanceof EdECPublicKey && one.equals(other);
  }

  @Override
  public boolean compareEDDSAPrivateKeys(PrivateKey one, PrivateKey other) {
    return one instanceof EdECPrivateKey && one.equals(other);
  }

  /**
   * The public half: the JDK works it out only while it makes a pair, of 32 random bytes (RFC 8032,
   * section 5.1.5). Here they are those of the private key.
   */
  @Override
  public EdECPublicKey recoverEDDSAPublicKey(PrivateKey key) throws GeneralSecurityException {
    if (!(key instanceof EdECPrivateKey own)) {
      throw new InvalidKeyException("not a key of type ed25519");
    }
    byte[] seed =
        own.getBytes().orElseThrow(() -> new InvalidKeyException("the key cannot be exported"));
    KeyPairGenerator generator = KeyPairGenerator.getInstance(ALGORITHM);
    generator.initialize(NamedParameterSpec.ED25519, new Known(seed));
    return (EdECPublicKey) generator.generateKeyPair().getPublic();
  }

  @Override
  public EdECPublicKey generateEDDSAPublicKey(byte[] bytes) throws GeneralSecurityException {
    KeySpec spec = EdDSAUtils.createPublicKeySpec(bytes);
    return (EdECPublicKey) KeyFactory.getInstance(ALGORITHM).generatePublic(spec);
  }

  @Override
  public EdECPrivateKey generateEDDSAPrivateKey(byte[] bytes) throws GeneralSecurityException {
    KeySpec spec = EdDSAUtils.createPrivateKeySpec(bytes);
    return (EdECPrivateKey) KeyFactory.getInstance(ALGORITHM).generatePrivate(spec);
  }

  @Override
  public <B extends Buffer> B putRawEDDSAPublicKey(B buffer, PublicKey key) {
    buffer.putBytes(bytes(key));
    return buffer;
  }

  /** For agents that keys are added to, which this program does not do; ours only sign. */
  @Override
  public <B extends Buffer> B putEDDSAKeyPair(B buffer, PublicKey open, PrivateKey secret) {
    throw new UnsupportedOperationException("keys are not added to an agent");
  }

  @Override
  public KeySpec createPublicKeySpec(EdECPublicKey key) {
    return new X509EncodedKeySpec(key.getEncoded());
  }

  @Override
  public KeySpec createPrivateKeySpec(EdECPrivateKey key) {
    return new PKCS8EncodedKeySpec(key.getEncoded());
  }

  @Override
  public byte[] getPublicKeyData(EdECPublicKey key) {
    return bytes(key);
  }

  @Override
  public byte[] getPrivateKeyData(EdECPrivateKey key) throws IOException {
    return key.getBytes().orElseThrow(() -> new IOException("the key cannot be exported"));
  }

  @Override
  public String getKeyFactoryAlgorithm() {
    return ALGORITHM;
  }

  private static byte[] bytes(PublicKey key) {
    try {
      return EdDSAUtils.getBytes(key);
    } catch (InvalidKeyException e) {
      throw new IllegalArgumentException("not a key of type ed25519", e);
    }
  }

  /** Gives out 32 bytes that are known, and fails whoever asks for others. */
  private static final class Known extends SecureRandom {
    @Serial private static final long serialVersionUID = 1;

    private final byte[] seed;

    Known(byte[] seed) {
      this.seed = seed.clone();
    }

    @Override
    public void nextBytes(byte[] into) {
      if (into.length != seed.length) {
        throw new IllegalStateException(
            "this JDK makes a key of " + into.length + " bytes, not of " + seed.length);
      }
      System.arraycopy(seed, 0, into, 0, seed.length);
    }
  }
}
