package dev.headroom.collect.fleet;

import java.security.KeyFactory;
import java.security.KeyPairGenerator;
import java.security.Provider;
import java.security.Security;
import java.security.Signature;
import java.util.Optional;
import org.apache.sshd.common.config.keys.KeyUtils;
import org.apache.sshd.common.config.keys.loader.openssh.OpenSSHKeyPairResourceParser;
import org.apache.sshd.common.util.security.AbstractSecurityProviderRegistrar;
import org.apache.sshd.common.util.security.SecurityUtils;
import org.apache.sshd.common.util.security.eddsa.generic.EdDSASupport;

/**
 * Registration of the JDK's provider of elliptic curves with the SSH library, for {@link
 * JdkEd25519}.
 */
final class JdkKeyProvider extends AbstractSecurityProviderRegistrar {
  private static final String PROVIDER = "SunEC";

  private JdkKeyProvider() {
    super("JdkEd25519");
  }

  /** Lets the library use such keys; again does nothing. */
  static synchronized void register() {
    JdkKeyProvider own = new JdkKeyProvider();
    if (own.isSupported() && !SecurityUtils.isProviderRegistered(own.getName())) {
      SecurityUtils.registerSecurityProvider(own);
      JdkEd25519 keys = new JdkEd25519();
      // Its tables of types are filled once: whoever has read a key before has them without this
      // one.
      KeyUtils.registerPublicKeyEntryDecoder(keys.getEDDSAPublicKeyEntryDecoder());
      OpenSSHKeyPairResourceParser.registerPrivateKeyEntryDecoder(
          keys.getOpenSSHEDDSAPrivateKeyEntryDecoder());
    }
  }

  @Override
  public Provider getSecurityProvider() {
    return Security.getProvider(PROVIDER);
  }

  @Override
  public boolean isSupported() {
    return getSecurityProvider() != null;
  }

  /** By its instance: the name above is of this registration and not of a provider. */
  @Override
  public boolean isNamedProviderUsed() {
    return false;
  }

  @Override
  public boolean isSecurityEntitySupported(Class<?> type, String name) {
    return name.equalsIgnoreCase("Ed25519")
        && (type == Signature.class || type == KeyFactory.class || type == KeyPairGenerator.class);
  }

  @Override
  public Optional<EdDSASupport<?, ?>> getEdDSASupport() {
    return isSupported() ? Optional.of(new JdkEd25519()) : Optional.empty();
  }
}
