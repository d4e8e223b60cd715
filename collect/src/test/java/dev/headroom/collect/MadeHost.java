package dev.headroom.collect;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** A folder that looks like the file system of a host with one NIC. */
public final class MadeHost {
  private final Path root;

  private MadeHost(Path root) {
    this.root = root;
  }

  /** Makes it. */
  public static MadeHost in(Path root) throws IOException {
    MadeHost host = new MadeHost(root);
    host.file("etc/hostname", "gpu-1\n");
    host.file("proc/cmdline", "BOOT_IMAGE=/vmlinuz ro quiet iommu=pt mlx5_core.prof_sel=2\n");
    host.file("proc/version", "Linux version 6.8.0\n");
    host.file("proc/sys/kernel/random/boot_id", "0f2b8e5e-1111-2222-3333-444455556666\n");
    String slot = "sys/devices/pci0000:5d/0000:5d:00.0/0000:5e:00.0";
    host.file(slot + "/vendor", "0x15b3\n");
    host.file(slot + "/numa_node", "1\n");
    host.file(slot + "/config", "\u00b3\u0015!\u0010\n\u0000\u00ff");
    host.file(slot + "/resource", "0x0000\n");
    host.file(slot + "/vpd", "serial\n");
    host.file(slot + "/infiniband/mlx5_0/node_guid", "0c42:a103:0012:3456\n");
    String port = slot + "/infiniband/mlx5_0/ports/1";
    host.file(port + "/rate", "400 Gb/sec (4X NDR)\n");
    host.file(port + "/gids/0", "fe80:0000:0000:0000:0e42:a1ff:fe12:3456\n");
    host.file(port + "/gids/1", "0000:0000:0000:0000:0000:0000:0000:0000\n");
    host.file(port + "/gid_attrs/types/0", "RoCE v2\n");
    host.file(port + "/gid_attrs/types/1", "");
    host.file(port + "/hw_counters/out_of_sequence", "7\n");
    host.file(slot + "/net/eth0/mtu", "9000\n");
    host.file(slot + "/net/eth0/statistics/rx_bytes", "123\n");
    host.link(
        "sys/bus/pci/devices/0000:5e:00.0",
        "../../../devices/pci0000:5d/0000:5d:00.0/0000:5e:00.0");
    host.link(
        "sys/class/infiniband/mlx5_0",
        "../../devices/pci0000:5d/0000:5d:00.0/0000:5e:00.0/infiniband/mlx5_0");
    host.link(slot + "/infiniband/mlx5_0/device", "../../../0000:5e:00.0");
    host.link("sys/class/net/eth0", "../../devices/pci0000:5d/0000:5d:00.0/0000:5e:00.0/net/eth0");
    host.link(slot + "/net/eth0/device", "../../../0000:5e:00.0");
    return host;
  }

  /** Where it begins. */
  public Path root() {
    return root;
  }

  /** Adds a file; each character is a byte. */
  public void file(String path, String text) throws IOException {
    Path file = root.resolve(path);
    Files.createDirectories(file.getParent());
    Files.write(file, text.getBytes(StandardCharsets.ISO_8859_1));
  }

  /** Adds a symbolic link. */
  public void link(String path, String target) throws IOException {
    Path link = root.resolve(path);
    Files.createDirectories(link.getParent());
    Files.createSymbolicLink(link, Path.of(target));
  }
}
