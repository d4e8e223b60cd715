package dev.headroom.audit;

import java.util.List;
import java.util.stream.Stream;

/** What can be changed about a healthy machine so that each rule fires. */
final class Sicknesses {
  private Sicknesses() {}

  /** All of them, of a host, and of the switch and the fabric beside it. */
  static List<Sickness> of(Healthy host) {
    return Stream.of(
            new PciChanges(host),
            new RdmaChanges(host),
            new MachineChanges(host),
            new KernelChanges(host),
            new JobChanges(host),
            new SwitchChanges(host),
            new FleetChanges(host),
            new FabricChanges(host),
            new ContainerChanges(host))
        .flatMap(changes -> changes.all().stream())
        .toList();
  }
}
