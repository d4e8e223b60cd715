package dev.headroom.wire.ibverbs;

import dev.headroom.wire.connect.Gid;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;

/**
 * An address by which an RDMA device is reached in RoCEv2, as Linux shows it under {@code
 * /sys/class/infiniband} (Documentation/ABI/stable/sysfs-class-infiniband).
 *
 * @param device such as {@code mlx5_0} or {@code rxe0}
 * @param port from 1 on
 * @param gidIndex of the address in the port's table of GIDs
 */
record RdmaAddress(String device, int port, int gidIndex, String gid) {
  static final Path CLASS = Path.of("/sys/class/infiniband");

  private static final int MOST_GIDS = 256;

  /** All that this machine has; the index says the order. */
  static List<RdmaAddress> all(Path classDirectory) {
    List<RdmaAddress> found = new ArrayList<>();
    for (Path device : list(classDirectory)) {
      for (Path port : list(device.resolve("ports"))) {
        for (int i = 0; i < MOST_GIDS && Files.exists(port.resolve("gids/" + i)); i++) {
          // An entry that is not in use has no type, and reading it fails.
          if (text(port.resolve("gid_attrs/types/" + i)).contains("RoCE v2")) {
            found.add(
                new RdmaAddress(
                    device.getFileName().toString(),
                    Integer.parseInt(port.getFileName().toString()),
                    i,
                    text(port.resolve("gids/" + i)).replace(":", "")));
          }
        }
      }
    }
    return found;
  }

  /** Whether it is this one. */
  boolean is(InetAddress address) {
    return gid.equals(HexFormat.of().formatHex(Gid.of(address)));
  }

  private static List<Path> list(Path directory) {
    List<Path> found = new ArrayList<>();
    if (Files.isDirectory(directory)) {
      try (DirectoryStream<Path> entries = Files.newDirectoryStream(directory)) {
        entries.forEach(found::add);
      } catch (IOException | UncheckedIOException | DirectoryIteratorException e) {
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
