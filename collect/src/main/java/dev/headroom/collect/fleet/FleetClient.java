package dev.headroom.collect.fleet;

import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyPair;
import java.util.ArrayList;
import java.util.List;
import org.apache.sshd.client.SshClient;
import org.apache.sshd.client.keyverifier.KnownHostsServerKeyVerifier;
import org.apache.sshd.client.keyverifier.RejectAllServerKeyVerifier;
import org.apache.sshd.common.config.keys.FilePasswordProvider;
import org.apache.sshd.common.keyprovider.FileKeyPairProvider;
import org.apache.sshd.common.keyprovider.KeyIdentityProvider;

/** Client of SSH with the keys and the known hosts of the caller. */
final class FleetClient {
  private FleetClient() {}

  /** One that has not started. */
  static SshClient of(FleetOptions options) {
    JdkKeyProvider.register();
    SshClient client = SshClient.setUpDefaultClient();
    client.setServerKeyVerifier(
        new KnownHostsServerKeyVerifier(RejectAllServerKeyVerifier.INSTANCE, options.knownHosts()));
    List<Path> keys = options.identities().stream().filter(Files::isReadable).toList();
    client.setKeyIdentityProvider(
        keys.isEmpty() ? KeyIdentityProvider.EMPTY_KEYS_PROVIDER : readable(keys));
    client.setFilePasswordProvider(FilePasswordProvider.EMPTY);
    options
        .agent()
        .filter(Files::exists)
        .map(AgentSocket.Factory::new)
        .ifPresent(client::setAgentFactory);
    return client;
  }

  private static KeyIdentityProvider readable(List<Path> files) {
    List<KeyPair> keys = new ArrayList<>();
    files.forEach(file -> keys(file).forEach(keys::add));
    return session -> keys;
  }

  /** Keys that are locked with a passphrase are for the agent: they are passed over. */
  private static Iterable<KeyPair> keys(Path file) {
    FileKeyPairProvider provider = new FileKeyPairProvider(file);
    provider.setPasswordFinder(FilePasswordProvider.EMPTY);
    try {
      return provider.loadKeys(null);
    } catch (RuntimeException e) {
      return List.of();
    }
  }
}
