package dev.headroom.app.perftest;

import dev.headroom.app.show.PciFunctions;
import dev.headroom.model.collective.CollectiveLibrary;
import dev.headroom.model.fabric.Node;
import dev.headroom.model.machine.DeviceDistance;
import dev.headroom.model.machine.PcieSlot;
import dev.headroom.model.scenario.Scenario;
import dev.headroom.model.server.Nic;
import dev.headroom.model.server.Server;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * Pair of NICs between which a test runs.
 *
 * @param server the client's machine
 * @param client its NIC
 * @param peer the NIC that is called
 * @param gpu the GPU of the client's machine whose memory is used, if one is
 */
public record PerftestPair(Server server, Nic client, Nic peer, Optional<Integer> gpu) {
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
          "%s: source and destination are both %s; name another host"
              .formatted(call.program(), client.host()));
    }
    if (client.infiniband() && call.labelled()) {
      throw new IllegalArgumentException(
          "%s: with InfiniBand the service level applies, not --tclass or --tos; set transport.class"
              .formatted(call.program()));
    }
    return new PerftestPair(server, client, peer, gpu(server, call));
  }

  private static Optional<Integer> gpu(Server server, PerftestArguments call) {
    Optional<String> bus = call.gpuBus();
    if (call.gpu().isEmpty() && bus.isEmpty()) {
      return Optional.empty();
    }
    String option =
        bus.isPresent() ? "--use_cuda_bus_id" : call.rocm() ? "--use_rocm" : "--use_cuda";
    int gpus = server.layout().gpus().size();
    List<String> buses =
        IntStream.range(0, gpus).mapToObj(gpu -> PciFunctions.busOfGpu(server, gpu)).toList();
    int number = bus.map(at -> buses.indexOf(shortBus(at))).or(call::gpu).orElseThrow();
    String said = option + "=" + bus.orElse("" + number);
    if (number < 0 || number >= gpus) {
      throw new IllegalArgumentException(
          "%s: %s: %s"
              .formatted(
                  call.program(),
                  said,
                  gpus == 0
                      ? "a " + server.layout().machine() + " has no GPU; set hosts.machine"
                      : bus.isPresent()
                          ? "the GPUs are at " + String.join(", ", buses)
                          : "the GPUs are 0 to " + (gpus - 1)));
    }
    boolean isAmds = server.layout().library() == CollectiveLibrary.RCCL;
    if (isAmds != call.rocm()) {
      throw new IllegalArgumentException(
          "%s: %s: the GPUs of a %s are %s"
              .formatted(
                  call.program(),
                  said,
                  server.layout().machine(),
                  isAmds ? "AMD's; use --use_rocm" : "NVIDIA's; use --use_cuda"));
    }
    return Optional.of(number);
  }

  /** Bus and device, in capitals, of an address as lspci or CUDA has it. */
  private static String shortBus(String address) {
    return address
        .toUpperCase(Locale.ROOT)
        .replaceFirst("^[0-9A-F]{4,8}:(?=..:)", "")
        .replaceFirst("[.][0-7]$", "");
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
                "%s: -d %s is not one of %s"
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

  /** What lies between the client's NIC and that GPU. */
  public Optional<DeviceDistance> distanceToGpu() {
    return gpu.map(number -> {
      PcieSlot slot = server.layout().gpus().get(number);
      return DeviceDistance.between(slot, client.slot());
    });
  }
}
