package dev.headroom.app.perftest;

import dev.headroom.model.fabric.Node;
import dev.headroom.model.machine.Distance;
import dev.headroom.model.machine.Slot;
import dev.headroom.model.scenario.Scenario;
import dev.headroom.model.server.Nic;
import dev.headroom.model.server.Server;
import java.util.List;
import java.util.Optional;

/**
 * The two NICs between which a test runs.
 *
 * @param server the client's machine
 * @param client its NIC
 * @param peer the NIC that is called
 */
public record PerftestPair(Server server, Nic client, Nic peer) {
  /**
   * Client and server of a call. A server that is not named is the NIC of the same number in the
   * next machine, or the next host.
   *
   * @param host on which the client is called
   * @throws IllegalArgumentException if there is no such device, server or GPU; the message says
   *     which there are
   */
  public static PerftestPair of(Scenario scenario, Node host, PerftestArguments call) {
    Server server = Server.of(scenario, host);
    Nic client =
        call.device().isEmpty()
            ? nicOf(server, host)
            : device(server, call.program(), call.device().get());
    Nic peer =
        call.server().isEmpty()
            ? next(scenario, host, client)
            : named(scenario, call.program(), call.server().get());
    if (peer.place() == client.place()) {
      throw new IllegalArgumentException(
          "%s: %s calls itself; name another host".formatted(call.program(), client.host()));
    }
    int gpus = server.layout().gpus().size();
    if (call.gpu().isPresent() && (call.gpu().get() < 0 || call.gpu().get() >= gpus)) {
      throw new IllegalArgumentException(
          "%s: --use_cuda=%d: %s"
              .formatted(
                  call.program(),
                  call.gpu().get(),
                  gpus == 0
                      ? "a " + server.layout().machine() + " has no GPU; set hosts.machine"
                      : "GPUs 0 to " + (gpus - 1) + " are there"));
    }
    return new PerftestPair(server, client, peer);
  }

  private static Nic nicOf(Server server, Node host) {
    return server.nics().stream()
        .filter(nic -> nic.host().equals(host.name()))
        .findFirst()
        .orElseThrow();
  }

  private static Nic device(Server server, String program, String device) {
    return server.nics().stream()
        .filter(nic -> nic.device().equals(device))
        .findFirst()
        .orElseThrow(() ->
            new IllegalArgumentException(
                "%s: -d %s is none of %s"
                    .formatted(
                        program,
                        device,
                        String.join(", ", server.nics().stream().map(Nic::device).toList()))));
  }

  private static Nic next(Scenario scenario, Node host, Nic client) {
    List<Node> hosts = scenario.fabric().hosts();
    int at = hosts.indexOf(host);
    for (int step = 1; step < hosts.size(); step++) {
      Node other = hosts.get((at + step) % hosts.size());
      if (other.group() != host.group()) {
        List<Nic> nics = Server.of(scenario, other).nics();
        return nics.get(Math.min(client.number(), nics.size() - 1));
      }
    }
    return Server.of(scenario, host).nics().stream()
        .filter(nic -> nic.place() != client.place())
        .findFirst()
        .orElse(client);
  }

  private static Nic named(Scenario scenario, String program, String name) {
    for (Node host : scenario.fabric().hosts()) {
      Nic nic = nicOf(Server.of(scenario, host), host);
      if (nic.host().equals(name) || nic.ipv4().equals(name)) {
        return nic;
      }
    }
    throw new IllegalArgumentException(
        "%s: server '%s' is neither a host of the scenario nor an address of one; show_gids prints"
                .formatted(program, name)
            + " addresses");
  }

  /** What lies between the client's NIC and a GPU of its machine. */
  public Optional<Distance> wayTo(Optional<Integer> gpu) {
    return gpu.map(number -> {
      Slot slot = server.layout().gpus().get(number);
      return Distance.between(slot, client.slot());
    });
  }
}
