package dev.headroom.wire.soft;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
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
record RdmaPort(String device, String networkInterface, boolean inKernel) {
  static final Path CLASS = Path.of("/sys/class/infiniband");

  /** The ports of this machine; none where nothing can be read. */
  static List<RdmaPort> all(Path classDirectory) {
    List<RdmaPort> found = new ArrayList<>();
    for (Path device : list(classDirectory)) {
      for (Path port : list(device.resolve("ports"))) {
        Path attributes = port.resolve("gid_attrs");
        for (Path index : list(attributes.resolve("ndevs"))) {
          String network = text(index);
          String type = text(attributes.resolve("types").resolve(index.getFileName().toString()));
          // An entry that is not in use has no type, and reading it fails.
          if (network.isEmpty() || !type.contains("RoCE v2")) {
            continue;
          }
          // Software devices name the interface that they were added to.
          boolean inKernel = Files.isRegularFile(device.resolve("parent"));
          RdmaPort one = new RdmaPort(device.getFileName().toString(), network, inKernel);
          if (!found.contains(one)) {
            found.add(one);
          }
        }
      }
    }
    return found;
  }

  /** The port on this interface. */
  static Optional<RdmaPort> on(String networkInterface, List<RdmaPort> ports) {
    return ports.stream()
        .filter(each -> each.networkInterface.equals(networkInterface))
        .findFirst();
  }

  private static List<Path> list(Path directory) {
    List<Path> found = new ArrayList<>();
    if (Files.isDirectory(directory)) {
      try (DirectoryStream<Path> entries = Files.newDirectoryStream(directory)) {
        entries.forEach(found::add);
      } catch (IOException | UncheckedIOException | java.nio.file.DirectoryIteratorException e) {
        return List.of(); // not for everybody to see: then it cannot be said
      }
    }
    found.sort(null);
    return found;
  }

  private static String text(Path file) {
    try {
      return Files.readString(file, StandardCharsets.ISO_8859_1).strip();
    } catch (IOException e) {
      return "";
    }
  }
}
