package dev.headroom.wire.soft.link;

import dev.headroom.wire.linux.Sysfs;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A port of an RDMA device that speaks RoCEv2 on a network interface, as Linux shows it under
 * {@code /sys/class/infiniband} (Documentation/ABI/stable/sysfs-class-infiniband).
 *
 * @param device such as {@code mlx5_0} or {@code rxe0}
 * @param networkInterface such as {@code eth0}
 * @param inKernel whether the kernel plays it, with a socket of its own: {@code rdma_rxe}
 */
record LinuxRdmaPort(String device, String networkInterface, boolean inKernel) {
  /** The ports of this machine; none where nothing can be read. */
  static List<LinuxRdmaPort> all(Path classDirectory) {
    List<LinuxRdmaPort> found = new ArrayList<>();
    for (Path device : Sysfs.list(classDirectory)) {
      for (Path port : Sysfs.list(device.resolve("ports"))) {
        Path attributes = port.resolve("gid_attrs");
        for (Path index : Sysfs.list(attributes.resolve("ndevs"))) {
          String network = Sysfs.text(index);
          String type =
              Sysfs.text(attributes.resolve("types").resolve(index.getFileName().toString()));
          // An entry that is not in use has no type, and reading it fails.
          if (network.isEmpty() || !type.contains("RoCE v2")) {
            continue;
          }
          // Software devices name the interface that they were added to.
          boolean inKernel = Files.isRegularFile(device.resolve("parent"));
          LinuxRdmaPort one = new LinuxRdmaPort(device.getFileName().toString(), network, inKernel);
          if (!found.contains(one)) {
            found.add(one);
          }
        }
      }
    }
    return found;
  }

  /** The port on this interface. */
  static Optional<LinuxRdmaPort> on(String networkInterface, List<LinuxRdmaPort> ports) {
    return ports.stream()
        .filter(each -> each.networkInterface.equals(networkInterface))
        .findFirst();
  }
}
