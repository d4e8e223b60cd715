package dev.headroom.formats.show;

import dev.headroom.model.wear.Wear;
import java.util.List;
import java.util.Optional;

/**
 * What a run has left on a server.
 *
 * @param ports of each NIC, in order
 * @param gpus of each GPU, in order
 * @param modules of each NIC, in order; none where the scenario says nothing of its link
 */
public record Happened(List<Traffic> ports, List<GpuLoad> gpus, List<Optional<Wear>> modules) {
  /** Where nothing has run. */
  public static final Happened NOTHING = new Happened(List.of(), List.of(), List.of());

  public Happened {
    ports = List.copyOf(ports);
    gpus = List.copyOf(gpus);
    modules = List.copyOf(modules);
  }

  /** What has come of the module of a NIC; empty where nothing is said of one. */
  Optional<Wear> module(int nic) {
    return nic < modules.size() ? modules.get(nic) : Optional.empty();
  }
}
