package dev.headroom.audit;

import java.util.List;
import java.util.stream.Stream;

/** What can be changed about a healthy machine so that each rule fires. */
final class Sicknesses {
  private static final List<Sickness> OF_HOST = of(Healthy.host());

  private Sicknesses() {}

  /** Those of {@link Healthy#host}: the same for all tests, so that one audit serves them. */
  static List<Sickness> ofHost() {
    return OF_HOST;
  }

  /** All of them, of a host, and of the switch and the fabric beside it. */
  static List<Sickness> of(Healthy host) {
    return Stream.concat(ofParts(host).stream(), ofRest(host).stream()).toList();
  }

  /** Those of its PCI functions and RDMA devices. */
  static List<Sickness> ofParts(Healthy host) {
    return all(Stream.of(new PciChanges(host), new RdmaChanges(host)));
  }

  /** Those of all else. */
  static List<Sickness> ofRest(Healthy host) {
    return all(
        Stream.of(
            new MachineChanges(host),
            new KernelChanges(host),
            new JobChanges(host),
            new SwitchChanges(host),
            new FleetChanges(host),
            new FabricChanges(host),
            new ContainerChanges(host)));
  }

  private static List<Sickness> all(Stream<Changes> changes) {
    return changes.flatMap(each -> each.all().stream()).toList();
  }
}
