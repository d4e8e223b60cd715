package dev.headroom.wire.ibverbs;

import dev.headroom.wire.connect.RoceGid;
import dev.headroom.wire.linux.Sysfs;
import java.net.InetAddress;
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
  private static final int MOST_GIDS = 256;

  /** All that this machine has; the index says the order. */
  static List<RdmaAddress> all(Path classDirectory) {
    List<RdmaAddress> found = new ArrayList<>();
    for (Path device : Sysfs.list(classDirectory)) {
      for (Path port : Sysfs.list(device.resolve("ports"))) {
        for (int i = 0; i < MOST_GIDS && Files.exists(port.resolve("gids/" + i)); i++) {
          // An entry that is not in use has no type, and reading it fails.
          if (Sysfs.text(port.resolve("gid_attrs/types/" + i)).contains("RoCE v2")) {
            found.add(
                new RdmaAddress(
                    device.getFileName().toString(),
                    Integer.parseInt(port.getFileName().toString()),
                    i,
                    Sysfs.text(port.resolve("gids/" + i)).replace(":", "")));
          }
        }
      }
    }
    return found;
  }

  /** Whether it is this one. */
  boolean is(InetAddress address) {
    return gid.equals(HexFormat.of().formatHex(RoceGid.of(address)));
  }
}
