package dev.headroom.collect.fleet;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * SSH options for a fleet.
 *
 * @param knownHosts file of host keys; a host whose key is not in it is refused
 * @param identities files of private keys without a passphrase
 * @param agent socket of an SSH agent
 * @param atOnce most machines at a time
 * @param connecting most time until logged in
 * @param working most time for the script
 * @param mostBytes most that one machine may send
 */
public record FleetOptions(
    Path knownHosts,
    List<Path> identities,
    Optional<Path> agent,
    int atOnce,
    Duration connecting,
    Duration working,
    long mostBytes) {
  /** What SSH itself would use: the caller's known hosts, agent and usual keys. */
  public static FleetOptions usual() {
    Path ssh = Path.of(System.getProperty("user.home", "."), ".ssh");
    Optional<Path> agent =
        Optional.ofNullable(System.getenv("SSH_AUTH_SOCK"))
            .filter(path -> !path.isEmpty())
            .map(Path::of);
    return new FleetOptions(
        ssh.resolve("known_hosts"),
        List.of(ssh.resolve("id_ed25519"), ssh.resolve("id_ecdsa"), ssh.resolve("id_rsa")),
        agent,
        16,
        Duration.ofSeconds(20),
        Duration.ofSeconds(120),
        64L << 20);
  }

  /** Other known hosts. */
  public FleetOptions knownHosts(Path file) {
    return new FleetOptions(file, identities, agent, atOnce, connecting, working, mostBytes);
  }

  /** This private key, and no agent. */
  public FleetOptions identity(Path file) {
    return new FleetOptions(
        knownHosts, List.of(file), Optional.empty(), atOnce, connecting, working, mostBytes);
  }

  /** So many machines at a time. */
  public FleetOptions atOnce(int machines) {
    return new FleetOptions(
        knownHosts, identities, agent, machines, connecting, working, mostBytes);
  }

  /** So long for the script on each machine. */
  public FleetOptions working(Duration time) {
    return new FleetOptions(knownHosts, identities, agent, atOnce, connecting, time, mostBytes);
  }
}
